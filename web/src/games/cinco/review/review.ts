/** A game of Cinco looked back at. */

/** What follows a choice is seen on the board. */
export const SHOWS_WHAT_FOLLOWS = true;

export { default as MoveLine } from "./MoveLine.svelte";
export { default as Scene } from "./ReviewScene.svelte";
