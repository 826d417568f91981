/**
 * Past daily challenges, stored with their seeds while the server can be reached. Each can be played once here without
 * it. A server never counts such a game.
 */

import type { DayView } from "../../wire/types";
import { keep, kept } from "../device/preferences.svelte";
import { PAST_DAYS, days, judgeDay } from "./days";

/** Number of days stored, the newest first. */
const MOST = 7;

interface PastDay {
  readonly date: string;
  readonly seed: string;
  readonly committed_at: number;
  readonly opens_at: number;
}

/** Return the stored days. */
export function pastDays(): readonly PastDay[] {
  try {
    return JSON.parse(kept(PAST_DAYS) ?? "[]") as readonly PastDay[];
  } catch {
    return [];
  }
}

/** Return whether a day is over and matches its commitment. */
function isKept(view: DayView): view is DayView & { readonly seed: string } {
  return view.seed !== null && (judgeDay(view) === "matches" || judgeDay(view) === "kept");
}

/** Store the newest past days. Each is requested once. */
export async function keepPastDays(): Promise<void> {
  let all = pastDays();
  const newest = (await days.past(null)).days.slice(0, MOST).map(({ date }) => date);
  for (const date of newest) {
    if (all.some((each) => each.date === date)) continue;
    const view = await days.day(date);
    if (!isKept(view)) continue;
    const { seed, committed_at, opens_at } = view;
    all = [...all, { date, seed, committed_at, opens_at }].sort((one, other) => (one.date < other.date ? 1 : -1)).slice(0, MOST);
    keep(PAST_DAYS, JSON.stringify(all));
  }
}
