/** The table and the hints that a page gives to a game's own parts. */

import type { Clocks } from "../state/table/clock.svelte";
import type { Hint, HintedMove, Move, Presence, PublicEvent, Reason, TableView, View } from "../wire/types";

/** A game's view of its table: a real one, or the position of a study. */
export interface Playing {
  /** The displayed view: the server's, with my unconfirmed move on it. */
  readonly view: TableView | null;
  readonly server: TableView | null;
  /** My seats. */
  readonly mine: readonly number[];
  /** True while a move of mine is unconfirmed. */
  readonly isMoving: boolean;
  /** The latest events, with a growing number, so that equal events twice are news twice. */
  readonly news: { readonly n: number; readonly events: readonly PublicEvent[] };
  /** Recent events, oldest first. */
  readonly history: readonly PublicEvent[];
  readonly presence: Presence | null;
  readonly clocks: Clocks;
  /** True at a study's position, where an answer stays on the board. */
  readonly isTrial?: boolean;
  /** The spaces or dice that a study's question speaks of, until it is answered. */
  readonly marks?: readonly number[];
  /** The study's name; what a step of a lesson does not teach is faded. */
  readonly study?: string | null;
  /** The position after the answer that a study's board shows, where it is known. */
  readonly ahead?: View | null;
  /** The seat whose turn the game shows while it is behind the server; `null` if it is not. */
  shownTurn?: number | null;
  /** Number of the latest events of the game that the board does not show yet. */
  untold?: number;
  move(move: Move): void;
}

/** A game's view of the hints at its table. */
export interface GameHints {
  /** Whether the table allows hints. */
  readonly allowed: boolean;
  readonly shown: Hint | null;
  /** The hint's options, the best one first. */
  readonly options: readonly HintedMove[];
  /** The option whose controls the game rings: the one that stands on the board, otherwise the best one. */
  readonly advised: Move | null;
  /** Whether that option is the best one or equals it. */
  readonly isBestAdvised: boolean;
  readonly thinking: boolean;
  /** Reason why there is no hint. */
  readonly refusal: Reason | null;
  /** The move that stands on the board, and the label of the button that plays it; set by the game's part of the page. */
  proposed: { readonly move: Move; readonly button: string } | null;
  /** Show a choice on the board without making the move; set by the game's part of the page. */
  showChoice: (move: Move) => void;
  ask(): Promise<void>;
  clear(): void;
}
