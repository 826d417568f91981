/** What a game's own part of a page knows of the table it plays at: a real one, or the position of a study. */

import type { Table } from "./table.svelte";

export type Playing = Pick<Table, "view" | "server" | "mine" | "isMoving" | "news" | "history" | "presence" | "clocks" | "move"> & {
  /** Nothing is lost by a move that was not meant: it need not be pressed twice. */
  readonly isTrial?: boolean;
};
