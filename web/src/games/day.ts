/** Interface of a game's daily challenge for shared code. */

import type { DayCount, DayGame, ReplayStep } from "../wire/types";

/** Results that share a bar of the chart. */
export interface DayBin {
  /** Label below the bar, as short as possible. */
  readonly label: string;
  /** The same in words. */
  readonly title: string;
  /** Bars of one group stand together, above its name. */
  readonly group?: string;
  /** True if the bar is beside the others' scale, not on it: a gap sets it apart. */
  readonly isApart?: boolean;
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
  /** Name the scale of the bars, if their groups do not. */
  scale?(): string;
  /** Break my result, or that of the best bot, down into its causes. */
  account(game: DayGame): readonly DayLineOf[];
  /**
   * Return, for each answer of chance in a replay, the numbers of the streams that it must come from (`docs/daily.md`).
   */
  streams(steps: readonly ReplayStep[]): readonly (readonly number[])[];
}

/** Possible widths of a bar, in results. */
const WIDTHS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
/** Share of the players whose results have bars of equal width. The last bar has the results far above them. */
const USUAL = 0.9;

/** Inclusive borders of a bar. */
export interface DayBorder {
  readonly from: number;
  readonly to: number;
}

/**
 * Return the borders of bars, chosen so that these results spread over them: at most `fine` bars of one result each,
 * or else at most `coarse` wider ones, and at least `least`. If a few results lie far above the others, the last bar
 * is open.
 */
export function spread(counts: readonly DayCount[], { fine, coarse = fine, least }: { fine: number; coarse?: number; least: number }): DayBorder[] {
  const sorted = [...counts].sort((one, other) => one.number - other.number);
  if (!sorted.length) return [];
  const lowest = sorted[0]!.number;
  const highest = sorted.at(-1)!.number;
  const all = sorted.reduce((sum, { people }) => sum + people, 0);
  let passed = 0;
  const usual = sorted.find(({ people }) => (passed += people) >= USUAL * all)!.number;
  const isOpen = highest - lowest >= fine && usual < highest;
  const range = (isOpen ? usual : highest) - lowest;
  const open = isOpen ? 1 : 0;
  const most = range < fine - open ? fine - open : coarse - open;
  const width = WIDTHS.find((each) => range < each * most) ?? WIDTHS.at(-1)!;
  const needed = Math.floor(range / width) + 1;
  const bars = Math.max(Math.min(least - open, most), needed);
  // Few results stand in the middle.
  const start = Math.max(Math.min(1, lowest), lowest - width * Math.floor((bars - needed) / 2));
  const borders = Array.from({ length: bars }, (_, at) => ({ from: start + width * at, to: start + width * (at + 1) - 1 }));
  return isOpen ? [...borders, { from: start + width * bars, to: Infinity }] : borders;
}

/** Return the results with mine, which may not be among them yet. */
export const withMine = (counts: readonly DayCount[], mine: number | null): readonly DayCount[] => (mine === null || counts.some(({ number }) => number === mine) ? counts : [...counts, { number: mine, people: 0 }]);

/** Format the borders of a bar: “9”, “15–18” or “36+”. */
export const borderText = ({ from, to }: DayBorder): string => (to === Infinity ? `${from}+` : to === from ? `${from}` : `${from}–${to}`);

/** Return bars for these borders, `from` and `to` inclusive; each result is in one bar at most. */
export function binned(
  borders: readonly (DayBorder & { readonly label: string; readonly title: string; readonly group?: string; readonly isApart?: boolean })[],
  counts: readonly DayCount[],
  mine: number | null,
): DayBin[] {
  return borders.map(({ from, to, ...words }) => ({
    ...words,
    people: counts.reduce((sum, { number, people }) => sum + (number >= from && number <= to ? people : 0), 0),
    isMine: mine !== null && mine >= from && mine <= to,
  }));
}
