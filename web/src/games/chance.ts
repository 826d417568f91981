/** The questions that a game asks of chance, for the check of a finished game. */

import type { Answered } from "../wire/types";

export type Question = Answered["question"];

export interface ChancePart<O, V> {
  /** Whether the rules ask this after the position `before`, with everything open; `null` is the start of the game. */
  isAsked(question: Question, options: O, before: V | null): boolean;
}
