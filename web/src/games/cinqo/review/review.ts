/** A game of Cinq-O looked back at. */

/** What follows a keep is up to the dice. */
export const SHOWS_WHAT_FOLLOWS = false;

export { default as MoveLine } from "./MoveLine.svelte";
export { default as Scene } from "./ReviewScene.svelte";
