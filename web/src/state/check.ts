/** Checks a finished game in this page: the seed against its promise, and everything that chance did against the seed. */

import type { DayPart } from "../games/day";
import type { Answered, Replay } from "../wire/types";
import { commitment } from "./commitment";
import { DayRandomness, Randomness } from "./randomness";

/** How many of chance's moves were checked; `fault` is the first that does not follow, counted from 1. */
export interface Check {
  count: number;
  fault: "seed" | number | null;
}

/** `day` is the game's deal of the day, for a table that plays one. */
export function checkReplay(replay: Replay, day: DayPart | null = null): Check {
  const { seed, commitment: promised } = replay.table;
  if (seed === null || commitment(seed) !== promised) return { count: 0, fault: "seed" };
  const follows = replay.table.of_day ? ofDay(replay, seed, day) : ofTable(replay, seed);
  const chances = replay.steps.flatMap(({ chance }) => (chance ? [chance] : []));
  const fault = chances.findIndex((chance, number) => !follows(chance, number));
  return fault === -1 ? { count: chances.length, fault: null } : { count: fault + 1, fault: fault + 1 };
}

/** Whether this is the answer to the question with this number. */
type Follows = (answered: Answered, number: number) => boolean;

function ofTable({ table: { entropies, mixing } }: Replay, seed: string): Follows {
  const randomness = new Randomness(seed, entropies, mixing ? 2 : 1);
  return (answered, number) => doesFollow(answered, randomness, number, number);
}

function ofDay({ table, steps }: Replay, seed: string, day: DayPart | null): Follows {
  const randomness = new DayRandomness(seed, table.settings.options.game);
  const streams = day?.streams(steps) ?? [];
  return (answered, number) => {
    const own = streams[number];
    const needed = answered.question.type === "roll" ? answered.question.sides.length : 1;
    return own?.length === needed && doesFollow(answered, randomness, own[0]!, own);
  };
}

/** What answers questions; a roll may need more than one number to be told apart. */
interface Answers<Dice> {
  lot(number: number, count: number): number;
  roll(dice: Dice, sides: readonly number[]): number[];
  shuffle(number: number, cards: readonly number[]): number[];
}

function doesFollow<Dice>({ question, answer }: Answered, randomness: Answers<Dice>, number: number, dice: Dice): boolean {
  switch (answer.type) {
    case "picked":
      return question.type === "pick" && randomness.lot(number, question.count) === answer.number;
    case "rolled":
      return question.type === "roll" && randomness.roll(dice, question.sides).join() === answer.faces.join();
    case "shuffled":
      return question.type === "shuffle" && randomness.shuffle(number, question.cards).join() === answer.cards.join();
  }
}
