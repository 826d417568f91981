/**
 * The layouts of a table, by name. This module alone chooses one, from the window alone; `styles/layouts.css` defines
 * each.
 *
 * - `upright`: a phone in the hand. Seats, board and hand, one below the other.
 * - `sideways`: a phone on its side, or any low window. The board takes the height, the column beside it the rest.
 * - `tablet`: as upright, with room for words.
 * - `desktop`: the board takes the height; seats and log are a panel beside it, and a hand lies below the board. A game
 *   without a hand fills the slot `side` of the panel.
 *
 * The table page is a frame of slots. The page fills `bar`, `seats`, `log`, `news`, `words` and `result`. `words` holds
 * hints, questions and refusals. It lies over `news` and `line`, between the board and the hand, so that it covers
 * nothing that it refers to.
 *
 * A game that fits the window (`GAME.fillsHeight`) fills three more slots, with elements of class `slot-board`,
 * `slot-line` (the required action) and `slot-mine` (hand and buttons), and nothing ever scrolls. Any other game has
 * the one slot `play`, of any length. The content of a slot never changes the slot's size: the board stays where it is.
 */

import { innerHeight, innerWidth } from "svelte/reactivity/window";

export type LayoutName = "upright" | "sideways" | "tablet" | "desktop";

export function layoutOf(width: number, height: number): LayoutName {
  if (width < 1.1 * height) return width < 600 ? "upright" : "tablet";
  return width >= 900 && height >= 560 ? "desktop" : "sideways";
}

/** The window's own size. */
export const screen = {
  get width(): number {
    return innerWidth.current ?? 0;
  },
  get height(): number {
    return innerHeight.current ?? 0;
  },
};

export const layout = {
  get name(): LayoutName {
    return layoutOf(screen.width, screen.height);
  },
  /** Whether the window is so narrow that signs replace words. */
  get isNarrow(): boolean {
    return this.name === "upright" || this.name === "sideways";
  },
};
