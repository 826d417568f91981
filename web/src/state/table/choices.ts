/** The options of a hint: its best choices, in the order in which a player reads them. */

import type { HintPart } from "../../games/game";
import type { Hint, HintedMove, Move, View } from "../../wire/types";

/** Return whether a choice may equal the best: their distance is within its standard error. */
export function isEqual(hint: Hint, { value, error }: HintedMove): boolean {
  const top = hint.choices[0]!;
  return hint.scale === "chance" && top.value - value <= Math.hypot(top.error ?? 0, error ?? 0);
}

/** Most options that a hint offers. */
const MOST_OPTIONS = 3;

/** Return the options of a hint, each once: about equal ones first, the cheapest of them at the top. */
export function optionsOf(hint: Hint, part: HintPart<Move, View>): readonly HintedMove[] {
  const key = ({ move }: HintedMove) => part.choiceKey(move);
  const different = hint.choices.filter((choice, at, all) => all.findIndex((other) => key(other) === key(choice)) === at);
  const rank = (choice: HintedMove) => (isEqual(hint, choice) ? Number(part.isCostly?.(choice.move) ?? false) : 2);
  return different.sort((one, other) => rank(one) - rank(other)).slice(0, MOST_OPTIONS);
}
