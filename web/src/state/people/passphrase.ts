/** Suggested passphrases: words of the BIP 39 lists, which are chosen to be distinct. Loaded on demand. */

type Load = () => Promise<{ readonly wordlist: readonly string[] }>;

const english: Load = () => import("@scure/bip39/wordlists/english.js");
/** Lists exist for some languages; readers of the others get the English one. */
const LISTS: Readonly<Record<string, Load>> = {
  es: () => import("@scure/bip39/wordlists/spanish.js"),
  fr: () => import("@scure/bip39/wordlists/french.js"),
  it: () => import("@scure/bip39/wordlists/italian.js"),
};
const WORDS = 6;

/** Return six words of 2,048, or 66 bits, in letters that every keyboard has. */
export async function passphrase(language: string, random: (below: number) => number = randomBelow): Promise<string> {
  const { wordlist } = await (LISTS[language] ?? english)();
  const word = () => wordlist[random(wordlist.length)]!.normalize("NFD").replace(/\p{M}/gu, "");
  return Array.from({ length: WORDS }, word).join(" ");
}

/** Return a uniformly random whole number below a limit of at most 65,536. */
export function randomBelow(limit: number): number {
  const drawn = new Uint16Array(1);
  const fair = 65_536 - (65_536 % limit);
  do crypto.getRandomValues(drawn);
  while (drawn[0]! >= fair);
  return drawn[0]! % limit;
}
