/** Distribution of rounds in solitaire, compared with perfect play. Pure. */

import { PERFECT } from "./perfect";

/** Mean number of rounds with perfect play. */
export const PERFECT_MEAN = PERFECT.reduce((sum, chance, rounds) => sum + chance * rounds, 0);

export interface Column {
  /** The number of rounds; the last column counts this many and more. */
  readonly label: string;
  /** Share of the player's games with this number of rounds. */
  readonly own: number;
  readonly perfect: number;
}

/** The first and last number of rounds with a column of their own; rarer ones at the end share a column. */
const FEWEST = PERFECT.findIndex((chance) => chance >= 0.005);
const LAST = PERFECT.findLastIndex((chance) => chance >= 0.005);

/** Return the columns for pairs of (rounds, number of games). */
export function spreadOf(rounds: readonly (readonly number[])[]): Column[] {
  const games = rounds.reduce((sum, [, count]) => sum + count!, 0) || 1;
  const first = Math.min(FEWEST, ...rounds.map(([value]) => value!));
  return Array.from({ length: LAST - first + 2 }, (_, index) => {
    const at = first + index;
    const isLast = at > LAST;
    const belongs = (value: number) => (isLast ? value >= at : value === at);
    const own = rounds.reduce((sum, [value, count]) => (belongs(value!) ? sum + count! : sum), 0) / games;
    const perfect = PERFECT.reduce((sum, chance, value) => (belongs(value) ? sum + chance : sum), 0);
    return { label: isLast ? `${at}+` : String(at), own, perfect };
  });
}
