/** What a table of Cinq-O shows. */

export { default as Table } from "./Table.svelte";
