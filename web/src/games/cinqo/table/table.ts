/** Cinq-O's part of the table page. */

export { default as Table } from "./Table.svelte";
