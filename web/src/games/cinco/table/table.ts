/** Cinco's part of the table page. */

export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as Table } from "./Table.svelte";
