/** What a table of Cinco shows. */

import type { Move } from "./types";

export { default as MoveLine } from "./MoveLine.svelte";
export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as Table } from "./Table.svelte";

export const choiceKey = (move: Move): string => JSON.stringify(move);
