/** Passphrases to suggest: words that can be said in any language, although they are in none. */

const CONSONANTS = "bdfgklmnprstvz";
const VOWELS = "aeiou";
const WORDS = 5;

/** Five words of two syllables: 70 ** 10 possibilities, or 61 bits. */
export function passphrase(random: (below: number) => number = randomBelow): string {
  const syllable = () => CONSONANTS[random(CONSONANTS.length)]! + VOWELS[random(VOWELS.length)]!;
  return Array.from({ length: WORDS }, () => syllable() + syllable()).join(" ");
}

/** A random whole number below a limit of at most 256, each equally likely. */
export function randomBelow(limit: number): number {
  const byte = new Uint8Array(1);
  const fair = 256 - (256 % limit);
  do crypto.getRandomValues(byte);
  while (byte[0]! >= fair);
  return byte[0]! % limit;
}
