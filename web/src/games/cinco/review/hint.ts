/** Cinco's part of the hint panel. */

import type { Move } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

export const choiceKey = (move: Move): string => JSON.stringify(move);

/** Players rarely consider giving away a whole hand first. */
export const isCostly = (move: Move): boolean => move.type === "exchange";

export const isNumbered = true;
