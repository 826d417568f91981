/** Cinco's part of the game review. */

export { default as MoveLine } from "./MoveLine.svelte";
export { default as Scene } from "./ReviewScene.svelte";
export { numbersOf } from "../board/marks";
