/** Interface of a game's daily challenge for shared code. */

import type { DayCount, DayGame, ReplayStep } from "../wire/types";

/** Results that share a bar of the chart. */
export interface DayBin {
  /** Label below the bar, as short as possible. */
  readonly label: string;
  /** The same in words. */
  readonly title: string;
  /** Bars of one group stand together, under its name. */
  readonly group?: string;
  readonly people: number;
  readonly isMine: boolean;
}

/** A line of an account: a label and an amount. */
export interface DayLineOf {
  readonly label: string;
  readonly value: string;
  readonly isSum?: boolean;
}

export interface DayPart {
  /** Describe the challenge in a sentence. */
  line(): string;
  /** Format a result. */
  result(number: number): string;
  /** Return all bars, the best first; `mine` is my result. */
  bins(counts: readonly DayCount[], mine: number | null): readonly DayBin[];
  /** Break my result, or that of the best bot, down into its causes. */
  account(game: DayGame): readonly DayLineOf[];
  /**
   * Return, for each answer of chance in a replay, the numbers of the streams that it must come from (`docs/daily.md`).
   */
  streams(steps: readonly ReplayStep[]): readonly (readonly number[])[];
}

/** Return bars for these borders, `from` and `to` inclusive; each result is in one bar at most. */
export function binned(
  borders: readonly { readonly from: number; readonly to: number; readonly label: string; readonly title: string; readonly group?: string }[],
  counts: readonly DayCount[],
  mine: number | null,
): DayBin[] {
  return borders.map(({ from, to, ...words }) => ({
    ...words,
    people: counts.reduce((sum, { number, people }) => sum + (number >= from && number <= to ? people : 0), 0),
    isMine: mine !== null && mine >= from && mine <= to,
  }));
}
