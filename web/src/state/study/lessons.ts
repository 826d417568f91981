/** Progress in each game's lesson, stored on this device alone. */

import type { GameName } from "../../games/game";
import type { Lesson } from "../../wire/types";
import { FINISHED, keep, kept } from "../device/preferences.svelte";
import { ask } from "../server/api";

/** Stands for the last step, a whole game, in the list of finished steps. */
export const WHOLE_GAME = "game";
/** Storage key of the table at which a lesson was offered; it is offered there alone. */
const OFFERED = "learn.offered";

export const lessonOf = (game: GameName): Promise<Lesson> => ask<Lesson>(`/api/studies/${game}/lessons`);

/** Return the names of the finished steps. */
export function finishedSteps(game: GameName): readonly string[] {
  return (kept(`learn.${game}`) ?? "").split(",").filter(Boolean);
}

export function finishStep(game: GameName, step: string): void {
  const before = finishedSteps(game);
  if (!before.includes(step)) keep(`learn.${game}`, [...before, step].join());
}

/** Return the index of the first unfinished step; the last one if all are finished. */
export function nextStep(game: GameName, steps: readonly string[]): number {
  const done = finishedSteps(game);
  const first = steps.findIndex((step) => !done.includes(step));
  return first < 0 ? steps.length - 1 : first;
}

/**
 * Return whether to offer a lesson at this table: at a player's first one, unless they have started a lesson or played
 * before.
 */
export function isOffered(game: GameName, table: string): boolean {
  if (finishedSteps(game).length || kept(FINISHED) !== null) return false;
  if (kept(OFFERED) === null) keep(OFFERED, table);
  return kept(OFFERED) === table;
}

/** Stop offering lessons. */
export function waveAway(): void {
  keep(OFFERED, "no");
}
