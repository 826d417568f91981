/** A finished game of Cinq-O, step by step. */

export { default as Scene } from "../case/Case.svelte";
export { default as Side } from "../scores/Scores.svelte";
