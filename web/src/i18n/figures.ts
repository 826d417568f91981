/** Dates and numbers in the reader's language. */

import { language } from "./index.svelte";
import { spelling } from "./lists";

/** Format a date: “22 November 2026”, or “22 Nov 2026” for narrow places. */
export function dateText(at: number, style: "long" | "medium" = "long"): string {
  return new Intl.DateTimeFormat(spelling(language()), { dateStyle: style }).format(at);
}

/** Format a number: “1,684”. */
export function numberText(number: number, digits = 0): string {
  return new Intl.NumberFormat(spelling(language()), { maximumFractionDigits: digits, useGrouping: "always" } as Intl.NumberFormatOptions).format(number);
}

/** Format a change: “+12”, “−5”, “±0”. */
export function changeText(change: number): string {
  return change === 0 ? "±0" : `${change < 0 ? "−" : "+"}${numberText(Math.abs(change))}`;
}
