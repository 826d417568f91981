/** Checks a finished game in this page: the seed against its promise, and everything that chance did against the seed. */

import type { Replay } from "../wire/types";
import { Chance, commitment } from "./chance";

/** How many of nature's moves were checked; `fault` is the first that does not follow, counted from 1. */
export interface Check {
  count: number;
  fault: "seed" | number | null;
}

export function checkReplay(replay: Replay): Check {
  const { seed, entropies, commitment: promised, settings } = replay.table;
  if (seed === null || commitment(seed) !== promised) return { count: 0, fault: "seed" };
  const chance = new Chance(seed, entropies);
  let count = 0;
  for (const { nature } of replay.steps) {
    if (!nature) continue;
    let due: readonly number[];
    let said: readonly number[];
    switch (nature.type) {
      case "picked":
        [due, said] = [[chance.lot(count, settings.options.players)], [nature.number]];
        break;
      case "rolled":
        [due, said] = [chance.roll(count, nature.faces.map(() => 6)), nature.faces];
        break;
      case "shuffled":
        [due, said] = [chance.shuffle(count, [...nature.cards].sort((a, b) => a - b)), nature.cards];
        break;
    }
    count++;
    if (due.join() !== said.join()) return { count, fault: count };
  }
  return { count, fault: null };
}
