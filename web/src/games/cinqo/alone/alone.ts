/** How many rounds games of solitaire took, beside perfect play. Pure. */

import { PERFECT } from "./perfect";

/** The rounds that perfect play takes on average. */
export const PERFECT_MEAN = PERFECT.reduce((sum, chance, rounds) => sum + chance * rounds, 0);

export interface Column {
  /** The number of rounds; the last column is for so many and more. */
  readonly label: string;
  /** Which part of the games took so many. */
  readonly own: number;
  readonly perfect: number;
}

/** From the fewest rounds that there can be; what is rarer than this is put together at the end. */
const FEWEST = PERFECT.findIndex((chance) => chance >= 0.005);
const LAST = PERFECT.findLastIndex((chance) => chance >= 0.005);

/** The columns for games of which so many (second) took so many rounds (first). */
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
