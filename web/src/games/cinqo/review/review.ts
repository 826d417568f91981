/** A game of Cinq-O looked back at. */

export { default as MoveLine } from "./MoveLine.svelte";
export { default as Scene } from "./ReviewScene.svelte";
