/** How far somebody has come in each game's lesson, kept on this device alone. */

import type { GameName } from "../../games/game";
import type { Lesson } from "../../wire/types";
import { FINISHED, keep, kept } from "../device/preferences.svelte";
import { ask } from "../server/api";

/** What stands for the last step, a whole game, among those that were taken. */
export const WHOLE_GAME = "game";
/** Under which it is kept at which table a lesson was offered; there alone, and never again. */
const OFFERED = "learn.offered";

export const lessonOf = (game: GameName): Promise<Lesson> => ask<Lesson>(`/api/studies/${game}/lessons`);

/** The names of the steps that have been taken. */
export function taken(game: GameName): readonly string[] {
  return (kept(`learn.${game}`) ?? "").split(",").filter(Boolean);
}

export function take(game: GameName, step: string): void {
  const before = taken(game);
  if (!before.includes(step)) keep(`learn.${game}`, [...before, step].join());
}

/** The first step that has not been taken, from 0; the last one when all have. */
export function nextStep(game: GameName, steps: readonly string[]): number {
  const done = taken(game);
  const first = steps.findIndex((step) => !done.includes(step));
  return first < 0 ? steps.length - 1 : first;
}

/** Whether to offer a lesson at this table: at somebody's first one, unless they have begun a lesson or played before. */
export function isOffered(game: GameName, table: string): boolean {
  if (taken(game).length || kept(FINISHED) !== null) return false;
  if (kept(OFFERED) === null) keep(OFFERED, table);
  return kept(OFFERED) === table;
}

/** Offer nothing any more. */
export function waveAway(): void {
  keep(OFFERED, "no");
}
