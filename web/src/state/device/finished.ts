/** The games finished in this browser: some offers appear only after a few of them. */

import { FINISHED, keep, kept } from "./preferences.svelte";

const COUNT = "games-finished";
const LATEST = "latest-finished";

export const gamesFinished = (): number => Number(kept(COUNT) ?? 0);

/** Count a finished game of mine once, however often its result is shown. */
export function countFinished(table: string): void {
  if (kept(LATEST) === table) return;
  keep(LATEST, table);
  keep(COUNT, String(gamesFinished() + 1));
  keep(FINISHED, "yes");
}
