import type { Hint } from "../../../wire/types";
import type { Move } from "../types";

/** Warmth below which a space does not glow: with more of them, the good ones could not be told apart. */
const LEAST = 0.25;
/** Difference of win chance from the best move at which a move counts as cold. */
const SPAN = 0.12;

export interface Heat {
  /** From 0 to 1; 1 is the best move. */
  readonly warmth: number;
  readonly chance: number;
}

/**
 * Return the value of each space that is nearly as good as the best move, while a hint that gives chances is shown.
 * Beside a best move that is no play there is none, since glowing spaces would say to play. With a chosen card these are
 * its spaces alone.
 */
export function heatOf(hint: Hint | null, first: Move | null, card: number | null = null): ReadonlyMap<number, Heat> {
  const found = new Map<number, Heat>();
  if (hint?.scale !== "chance" || first?.type !== "play") return found;
  const best = Math.max(...hint.choices.map(({ value }) => value));
  for (const { move, value } of hint.choices as readonly { move: Move; value: number }[]) {
    if (move.type !== "play" || move.space === null || (card !== null && move.card !== card)) continue;
    const warmth = 1 - (best - value) / SPAN;
    if (warmth > LEAST && !found.has(move.space)) found.set(move.space, { warmth, chance: value });
  }
  return found;
}
