/** Texts about clubs. */

import { language, t } from "../../i18n/index.svelte";
import { spelling } from "../../i18n/lists";
import type { ClubSeason } from "../../wire/types";

const format = (style: Intl.DateTimeFormatOptions, at: number) => new Intl.DateTimeFormat(spelling(language()), style).format(at);

/** Format the start of a night: “Fri, 27 Nov, 20:00”. */
export const nightText = (begins: number): string => format({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }, begins);

/** Format how far off a day is: “today”, “tomorrow”, “in 3 days”. */
export function daysText(begins: number, now: number): string {
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  // Summer time makes a day an hour shorter or longer.
  const days = Math.round((midnight(begins) - midnight(now)) / 86_400_000);
  return new Intl.RelativeTimeFormat(spelling(language()), { numeric: "auto" }).format(Math.max(0, days), "day");
}

/** Format the day of a night, as a number: “27”. */
export const dayText = (begins: number): string => format({ day: "numeric" }, begins).replace(/\D/g, "");

/** Format the month of a night, short: “Nov”. */
export const monthText = (begins: number): string => format({ month: "short" }, begins);

/** Format a time of day: “20:00”. */
export const timeText = (at: number): string => format({ hour: "numeric", minute: "2-digit" }, at);

/** The first season has no name of its own until the owner gives it one. */
export const seasonName = ({ name, number }: ClubSeason): string => (name === String(number) ? t("club.season.first", { number }) : name);
