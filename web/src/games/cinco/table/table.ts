/** What a table of Cinco shows. */

export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as Table } from "./Table.svelte";
