/** A finished game of Cinco, step by step. */

export { default as Scene } from "../board/Board.svelte";
export { default as Side } from "../cards/Hands.svelte";
export { default as Line } from "./ReplayLine.svelte";
