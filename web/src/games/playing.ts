/** The table and the hints that a page gives to a game's own parts. */

import type { Clocks } from "../state/table/clock.svelte";
import type { Hint, Move, Presence, PublicEvent, Reason, TableView, View } from "../wire/types";

/** What a game's own part of a page knows of the table it plays at: a real one, or the position of a study. */
export interface Playing {
  /** What is shown: the server's view, with my unconfirmed move on it. */
  readonly view: TableView | null;
  readonly server: TableView | null;
  /** The seats that are mine. */
  readonly mine: readonly number[];
  /** A move of mine is not confirmed yet. */
  readonly isMoving: boolean;
  /** What happened last, with a number that grows, so that the same events twice are news twice. */
  readonly news: { readonly n: number; readonly events: readonly PublicEvent[] };
  /** What happened lately, oldest first. */
  readonly history: readonly PublicEvent[];
  readonly presence: Presence | null;
  readonly clocks: Clocks;
  /** A study's position, where an answer stays on the board. */
  readonly isTrial?: boolean;
  /** The position after the answer that a study's board shows, where it is known. */
  readonly ahead?: View | null;
  /** The seat whose turn the game's part shows while it is behind the server; `null` when it is not. */
  shownTurn?: number | null;
  move(move: Move): void;
}

/** What a game's own part of a page knows of the hints at its table. */
export interface GameHints {
  /** Whether the table has hints at all. */
  readonly allowed: boolean;
  readonly shown: Hint | null;
  readonly thinking: boolean;
  /** Why there was none. */
  readonly refusal: Reason | null;
  /** Shows a choice on the board, without making it; the game's own part of the page sets it. */
  take: (move: Move) => void;
  ask(): Promise<void>;
  clear(): void;
}
