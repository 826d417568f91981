/** Daily challenges: the server's data, and the commitments that this device has seen. Loaded on demand. */

import type { DayArchive, DayTable, DayView } from "../../wire/types";
import { commitment } from "../chance/commitment";
import { keep, kept } from "../device/preferences.svelte";
import { ask } from "../server/api";

/** Storage key of past days that can be played offline. */
export const PAST_DAYS = "past-days";

export const days = {
  /** Load a day by its date, or `today`, and store its commitments. */
  async day(date: string): Promise<DayView> {
    const found = await ask<DayView>(`/api/days/${encodeURIComponent(date)}`);
    remember(found);
    return found;
  },
  play: (date: string, game: string) => ask<DayTable>(`/api/days/${encodeURIComponent(date)}/${encodeURIComponent(game)}`, "POST"),
  past: (before: string | null) => ask<DayArchive>(`/api/days${before === null ? "" : `?before=${encodeURIComponent(before)}`}`),
};

/** Milliseconds after a day's end until the next day is requested: clocks differ a little. */
export const AFTER_MIDNIGHT = 1_500;
const LONGEST = 3_600_000;

/**
 * Call `over` once the server's clock has reached a moment. The time since the server sent `now` is measured, so the
 * device's clock does not matter. A device that slept checks when it wakes. Return a function that cancels the wait.
 */
export function atMoment(now: number, moment: number, over: () => void, passed: () => number = () => performance.now()): () => void {
  const since = passed();
  // performance.now may stop while a device sleeps; the wall clock does not, unless the user turns it back.
  const wall = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  const left = () => moment - now - Math.max(passed() - since, Date.now() - wall);
  const check = () => {
    clearTimeout(timer);
    if (left() <= 0) end(), over();
    else timer = setTimeout(check, Math.min(left(), LONGEST));
  };
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", check);
    removeEventListener("pageshow", check);
  };
  document.addEventListener("visibilitychange", check);
  addEventListener("pageshow", check);
  check();
  return end;
}

/** Return the date after this one. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

// ---- commitments -------------------------------------------------------------------------------------------------

const PROMISES = "days";
const MOST = 40;

function promises(): Record<string, string> {
  try {
    return JSON.parse(kept(PROMISES) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Store the fingerprints of days whose seed is still secret; the first one seen counts. */
export function remember({ date, commitment: own, tomorrow, seed }: Pick<DayView, "date" | "commitment" | "tomorrow" | "seed">): void {
  if (seed !== null) return;
  const seen = { ...(tomorrow === null ? {} : { [dayAfter(date)]: tomorrow }), [date]: own, ...promises() };
  const newest = Object.entries(seen).sort(([one], [other]) => (one < other ? 1 : -1));
  keep(PROMISES, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
}

export type Verdict = "matches" | "kept" | "wrong" | "changed";

/** Return whether a past day matches its commitments: its own, and those that this device saw beforehand. */
export function judgeDay({ date, commitment: promised, seed }: Pick<DayView, "date" | "commitment" | "seed">): Verdict {
  const seen = promises()[date];
  if (seen !== undefined && seen !== promised) return "changed";
  if (seed === null || !/^[0-9a-f]{64}$/.test(seed) || commitment(seed) !== promised) return "wrong";
  return seen === undefined ? "matches" : "kept";
}
