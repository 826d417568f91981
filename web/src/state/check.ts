/** Checks a finished game in this page: the seed against its promise, and everything that chance did against the seed. */

import type { ChanceMove, Replay } from "../wire/types";
import { Randomness, commitment } from "./randomness";

/** How many of chance's moves were checked; `fault` is the first that does not follow, counted from 1. */
export interface Check {
  count: number;
  fault: "seed" | number | null;
}

export function checkReplay(replay: Replay): Check {
  const { seed, entropies, commitment: promised, seats } = replay.table;
  if (seed === null || commitment(seed) !== promised) return { count: 0, fault: "seed" };
  const randomness = new Randomness(seed, entropies);
  let count = 0;
  for (const { chance } of replay.steps) {
    if (!chance) continue;
    const follows = doesFollow(chance, randomness, count, seats.length);
    count++;
    if (!follows) return { count, fault: count };
  }
  return { count, fault: null };
}

/** Whether this is the answer to question number `question`. Lots are among the seats, dice have six faces. */
function doesFollow(move: ChanceMove, randomness: Randomness, question: number, seats: number): boolean {
  switch (move.type) {
    case "picked":
      return randomness.lot(question, seats) === move.number;
    case "rolled":
      return randomness.roll(question, move.faces.map(() => 6)).join() === move.faces.join();
    case "shuffled":
      return randomness.shuffle(question, [...move.cards].sort((a, b) => a - b)).join() === move.cards.join();
  }
}
