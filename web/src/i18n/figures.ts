/** Dates and numbers in the reader's language. */

import { language } from "./index.svelte";
import { spelling } from "./lists";

/** Format a date: “22 November 2026”, or “22 Nov 2026” for narrow places. */
export function dateText(at: number, style: "long" | "medium" = "long"): string {
  return new Intl.DateTimeFormat(spelling(language()), { dateStyle: style }).format(at);
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Format how long ago a time was, in its largest unit: “3 hr ago”. */
export function agoText(at: number, now: number): string {
  const past = Math.max(0, now - at);
  const [unit, size] = UNITS.find(([, size]) => past >= size) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(spelling(language()), { style: "short", numeric: "auto" }).format(-Math.floor(past / size), unit);
}

/** Format a number: “1,684”. */
export function numberText(number: number, digits = 0): string {
  return new Intl.NumberFormat(spelling(language()), { maximumFractionDigits: digits, useGrouping: "always" } as Intl.NumberFormatOptions).format(number);
}

/** Format a change: “+12”, “−5”, “±0”. */
export function changeText(change: number): string {
  return change === 0 ? "±0" : `${change < 0 ? "−" : "+"}${numberText(Math.abs(change))}`;
}
