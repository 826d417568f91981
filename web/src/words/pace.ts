/** Texts for paces and times. */

import { language, t } from "../i18n/index.svelte";
import type { Pace } from "../wire/types";

type Unit = "day" | "hour" | "minute" | "second";
const SECONDS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const;
/** Seconds by which a time may fall short of a whole day or hour and still count as whole. */
const ALMOST = { day: 1_800, hour: 60 } as const;

function unit(count: number, what: Unit, display: "long" | "short" | "narrow"): string {
  // Our Chinese texts have a space after a number, unlike the browser's format.
  return new Intl.NumberFormat(language(), { style: "unit", unit: what, unitDisplay: display }).format(count).replace(/\d(?=\p{Script=Han})/gu, "$& ");
}

const two = (count: number) => String(count).padStart(2, "0");

/** Format minutes and seconds, and hours if there are any. */
function digits(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Format the time left beside a name: in daily games, days are shown as days. */
export function timeText(milliseconds: number, pace: Pace, display: "long" | "narrow"): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (pace.type === "live") return digits(seconds);
  const days = Math.floor((seconds + ALMOST.day) / SECONDS.day);
  if (days) return unit(days, "day", display);
  const hours = Math.floor((seconds + ALMOST.hour) / SECONDS.hour);
  if (hours) return unit(hours, "hour", display);
  return seconds < 60 ? digits(seconds) : unit(Math.ceil(seconds / 60), "minute", display === "long" ? "long" : "short");
}

/** Format the time left for screen readers in words: the greatest two units. */
export function timeSpoken(milliseconds: number): string {
  let rest = Math.ceil(milliseconds / 1_000);
  const parts: string[] = [];
  for (const what of ["day", "hour", "minute", "second"] as const) {
    const count = Math.floor(rest / SECONDS[what]);
    rest -= count * SECONDS[what];
    if (count && parts.length < 2) parts.push(unit(count, what, "long"));
    else if (parts.length) break;
  }
  return parts.join(" ") || unit(0, "second", "long");
}

/** Format the time for a turn. */
export const turnText = (hours: number): string => (hours % 24 ? unit(hours, "hour", "long") : unit(hours / 24, "day", "long"));

/** Describe a table's pace in a few words. */
export function paceText(pace: Pace | null): string {
  if (!pace) return t("pace.none");
  if (pace.type === "live") {
    const total = pace.total % 60 ? digits(pace.total) : unit(pace.total / 60, "minute", "short");
    return t("pace.live", { total, increment: pace.increment });
  }
  return t("pace.daily", { time: turnText(pace.hours) });
}
