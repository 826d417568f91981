/** A finished game of Cinq-O, step by step. */

export { default as Scene } from "./ReplayScene.svelte";
export { default as Side } from "./ReplaySide.svelte";
export { default as Line } from "./ReplayLine.svelte";
export { answers, opensTurn, scoresOf } from "./turn";
