/** Checks a finished game in this page: the seed against its promise, and everything that chance did against the seed. */

import type { Answered, Replay } from "../wire/types";
import { commitment } from "./commitment";
import { Randomness } from "./randomness";

/** How many of chance's moves were checked; `fault` is the first that does not follow, counted from 1. */
export interface Check {
  count: number;
  fault: "seed" | number | null;
}

export function checkReplay(replay: Replay): Check {
  const { seed, entropies, mixing, commitment: promised } = replay.table;
  if (seed === null || commitment(seed) !== promised) return { count: 0, fault: "seed" };
  const randomness = new Randomness(seed, entropies, mixing ? 2 : 1);
  let count = 0;
  for (const { chance } of replay.steps) {
    if (!chance) continue;
    const follows = doesFollow(chance, randomness, count);
    count++;
    if (!follows) return { count, fault: count };
  }
  return { count, fault: null };
}

/** Whether this is the answer to the question with this number. */
function doesFollow({ question, answer }: Answered, randomness: Randomness, number: number): boolean {
  switch (answer.type) {
    case "picked":
      return question.type === "pick" && randomness.lot(number, question.count) === answer.number;
    case "rolled":
      return question.type === "roll" && randomness.roll(number, question.sides).join() === answer.faces.join();
    case "shuffled":
      return question.type === "shuffle" && randomness.shuffle(number, question.cards).join() === answer.cards.join();
  }
}
