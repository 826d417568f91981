/** A finished game of Cinco, step by step. */

export { default as Scene } from "./Board.svelte";
export { default as Side } from "./Hands.svelte";
