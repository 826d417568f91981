/**
 * The questions that Cinco asks of chance: the starting player, then a shuffle of all cards, then shuffles of the
 * discards (rules 3, C1, C5).
 */

import type { Question } from "../chance";
import type { CincoOptions, CincoView } from "./types";

const ALL_CARDS = Array.from({ length: 90 }, (_, at) => at + 1);

/**
 * Cards are asked for in ascending order: any other order would be another shuffle. `before` is the position with
 * everything open.
 */
export function isAsked(question: Question, options: CincoOptions, before: CincoView | null): boolean {
  if (question.type === "pick") return before === null && options.first === null && question.count === options.players;
  if (question.type !== "shuffle" || (before === null && options.first === null)) return false;
  const isDealt = before?.hand_sizes.some((size) => size > 0);
  const cards = isDealt ? before!.discards.flat().sort((one, other) => one - other) : ALL_CARDS;
  return question.cards.join() === cards.join();
}
