/** A finished game of Cinco, step by step. */

import type { PlayEvent } from "../types";

export { default as Scene } from "../board/Board.svelte";
export { default as Side } from "../cards/Hands.svelte";
export { default as Line } from "./ReplayLine.svelte";

export const isBroad = true;

/** A card begins a turn; draws and shuffles follow it. */
export const opensTurn = (events: readonly PlayEvent[]): boolean => events.some(({ type }) => type === "played");
