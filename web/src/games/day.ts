/** What a game's deal of the day is to shared code. */

import type { DayCount, DayGame, ReplayStep } from "../wire/types";

/** Results that share a bar of the chart. */
export interface DayBin {
  /** What stands below the bar, as short as can be. */
  readonly label: string;
  /** The same in words. */
  readonly title: string;
  /** Bars of one group stand together, under its name. */
  readonly group?: string;
  readonly people: number;
  readonly isMine: boolean;
}

/** A line of an account: what it is, and how much. */
export interface DayLineOf {
  readonly label: string;
  readonly value: string;
  readonly isSum?: boolean;
}

export interface DayPart {
  /** What is played, in a sentence. */
  line(): string;
  /** A result in words. */
  result(number: number): string;
  /** All bars, the best first; `mine` is my result. */
  bins(counts: readonly DayCount[], mine: number | null): readonly DayBin[];
  /** My result, or that of the best bot alone, put together of what it comes from. */
  account(game: DayGame): readonly DayLineOf[];
  /** For each answer of chance in a replay the numbers of the streams that it must come from (`docs/daily.md`). */
  streams(steps: readonly ReplayStep[]): readonly (readonly number[])[];
}

/** Bars for these borders: `from` and `to` are both within; each result is in one at most. */
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
