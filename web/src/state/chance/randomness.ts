/** Verifiable chance, as docs/chance.md specifies it, so that this page can check the server's claims. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Generate the words of a numbered stream. */
function* wordsOf(key: Uint8Array, stream: number): Generator<number, never, void> {
  for (let block = 0; ; block++) {
    const counter = new DataView(new ArrayBuffer(16));
    counter.setBigUint64(0, BigInt(stream));
    counter.setBigUint64(8, BigInt(block));
    const digest = new DataView(hmac(sha256, key, new Uint8Array(counter.buffer)).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

/** Return the cards in random order. */
function shuffled(words: Iterator<number>, cards: readonly number[]): number[] {
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = below(words, last + 1);
    [order[last], order[chosen]] = [order[chosen]!, order[last]!];
  }
  return order;
}

/** Return a number below `count` from uniform 32-bit words, without bias. */
export function below(words: Iterator<number>, count: number): number {
  if (count === 1) return 0;
  const limit = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const word = words.next().value as number;
    if (word < limit) return word % count;
  }
}

/** The generator of all answers of chance: one stream of words for each question. */
export class Randomness {
  readonly #key: Uint8Array;

  /** Combine seed and entropies. `version` states the protocol: since 2, all devices commit before any reveals. */
  constructor(seed: string, entropies: readonly string[], version: 1 | 2) {
    const parts = entropies.map((entropy) => hexToBytes(entropy));
    const message = concatBytes(
      utf8ToBytes(`quincunx chance ${version}`),
      Uint8Array.of(parts.length),
      ...parts.flatMap((part) => [Uint8Array.of(part.length), part]),
    );
    this.#key = hmac(sha256, hexToBytes(seed), message);
  }

  words(question: number): Generator<number, never, void> {
    return wordsOf(this.#key, question);
  }

  lot(question: number, count: number): number {
    return below(this.words(question), count);
  }

  roll(question: number, sides: readonly number[]): number[] {
    const words = this.words(question);
    return sides.map((side) => 1 + below(words, side));
  }

  shuffle(question: number, cards: readonly number[]): number[] {
    return shuffled(this.words(question), cards);
  }
}

/** The chance of a daily challenge, as docs/daily.md specifies it: each number has its own stream. */
export class DayRandomness {
  readonly #key: Uint8Array;

  constructor(seed: string, game: string) {
    this.#key = hmac(sha256, hexToBytes(seed), utf8ToBytes(`quincunx chance 3 ${game}`));
  }

  lot(stream: number, count: number): number {
    return below(wordsOf(this.#key, stream), count);
  }

  roll(streams: readonly number[], sides: readonly number[]): number[] {
    return sides.map((side, at) => 1 + below(wordsOf(this.#key, streams[at]!), side));
  }

  shuffle(stream: number, cards: readonly number[]): number[] {
    return shuffled(wordsOf(this.#key, stream), cards);
  }
}
