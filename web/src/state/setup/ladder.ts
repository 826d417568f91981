/** The bot level that *Play now* proposes for a game: the default at first, and after a win the next one. */

import type { AnyGame } from "../../games/game";
import { keep, kept } from "../device/preferences.svelte";

const key = (game: string) => `level.${game}`;

export function proposedLevel(game: AnyGame): string {
  const level = kept(key(game.name));
  return level !== null && game.levels.includes(level) ? level : game.usualLevel;
}

/** Propose a level from now on, unless a higher one is proposed already. */
export function proposeLevel(game: AnyGame, level: string): void {
  if (game.levels.indexOf(level) > game.levels.indexOf(proposedLevel(game))) keep(key(game.name), level);
}
