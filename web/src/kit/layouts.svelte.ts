/**
 * The layouts of a table, by name. Which one is in use follows from the window alone, and is decided here alone;
 * what each of them is, `styles/layouts.css` says.
 *
 * - `upright`: a phone in the hand. Seats, board, hand, one under the other.
 * - `sideways`: a phone on its side, or any low window. The board has the height, all else the column beside it.
 * - `tablet`: as upright, with room for words.
 * - `desktop`: the board has the height; seats and log are a panel beside it, and a hand lies below the board.
 *
 * The table page is a frame of slots: `bar`, `seats`, `log`, `news`, `words`, `result` are filled by the page. `words`
 * has all that is said over the table (hints, questions, refusals); it lies over `news` and `line`, between the board
 * and the hand, so that nothing covers what it speaks of. A game that fits the window (`GAME.fillsHeight`) fills three
 * more, with elements of class `slot-board`, `slot-line` (what is to be done) and `slot-mine` (hand and buttons), and
 * nothing ever scrolls; any other has the one slot `play`, as long as it likes. What stands in a slot never
 * changes the size of the slot: the board stays where it is.
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
  /** Where a word must be a sign. */
  get isNarrow(): boolean {
    return this.name === "upright" || this.name === "sideways";
  },
};
