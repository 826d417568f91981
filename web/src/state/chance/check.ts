/**
 * Check of a finished game in this page: the seed against its commitment, and all of chance's moves against the seed.
 * The server sends the replay anew, so it must be that of the game which this page shows. Its questions must be those
 * of the rules: a shuffle of cards in another order, say, has another result.
 */

import type { ChancePart } from "../../games/chance";
import type { DayPart } from "../../games/day";
import type { Answered, Replay, TableView } from "../../wire/types";
import { commitment } from "./commitment";
import { DayRandomness, Randomness } from "./randomness";

/**
 * Result of a check: the number of chance's moves checked. `fault` is the first move that does not follow, counted from
 * 1; `seed` if the seed is not the committed one; `game` if the replay is of another game.
 */
export interface Check {
  count: number;
  fault: "seed" | "game" | number | null;
}

/**
 * Check a replay. `shown` is the table as this page shows it; `day` is the game's daily challenge, for a table that
 * plays one.
 */
export function checkReplay(replay: Replay, shown: TableView, asks: ChancePart<unknown, unknown>, day: DayPart | null = null): Check {
  const { seed, commitment: promised } = shown;
  if (seed === null || commitment(seed) !== promised) return { count: 0, fault: "seed" };
  if (!isOf(shown, replay)) return { count: 0, fault: "game" };
  const follows = replay.table.of_day ? ofDay(replay, seed, day) : ofTable(replay, seed);
  const { options } = shown.settings;
  const isDue = replay.steps.map(({ chance }, at) => !chance || asks.isAsked(chance.question, options, replay.steps[at - 1]?.view ?? null));
  const chances = replay.steps.flatMap(({ chance }, at) => (chance ? [{ chance, isDue: isDue[at]! }] : []));
  const fault = chances.findIndex(({ chance, isDue }, number) => !isDue || !follows(chance, number));
  return fault === -1 ? { count: chances.length, fault: null } : { count: fault + 1, fault: fault + 1 };
}

/** Return whether the replay is of the table's game and chance. */
function isOf(shown: TableView, { table, steps }: Replay): boolean {
  const promised = ({ seed, commitment, entropies, commit_reveal, settings, of_day, outcome }: TableView) => [seed, commitment, entropies, commit_reveal, settings.options, of_day?.date, outcome];
  return isSame(promised(shown), promised(table)) && isSame(shown.game, steps.at(-1)?.view);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return (one ?? null) === (other ?? null);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]));
}

/** Returns whether this is the answer to the question with this number. */
type Follows = (answered: Answered, number: number) => boolean;

function ofTable({ table: { entropies, commit_reveal } }: Replay, seed: string): Follows {
  const randomness = new Randomness(seed, entropies, commit_reveal ? 2 : 1);
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

/** A source of answers; a roll may need more than one number to be distinguished. */
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
