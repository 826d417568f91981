/** A finished game of Cinq-O, step by step. */

export { default as Scene } from "./Case.svelte";
export { default as Side } from "./Scores.svelte";
