/** The deals of days: what the server says of them, and what this device has seen promised. Loaded when needed. */

import type { DayArchive, DayTable, DayView } from "../../wire/types";
import { commitment } from "../chance/commitment";
import { keep, kept } from "../device/preferences.svelte";
import { ask } from "../server/api";

/** Past days that can be played without a server, by the name of the kept value. */
export const PAST_DAYS = "past-days";

export const days = {
  /** A day by its date, or `today`. What it promises is kept. */
  async day(date: string): Promise<DayView> {
    const found = await ask<DayView>(`/api/days/${encodeURIComponent(date)}`);
    remember(found);
    return found;
  },
  play: (date: string, game: string) => ask<DayTable>(`/api/days/${encodeURIComponent(date)}/${encodeURIComponent(game)}`, "POST"),
  past: (before: string | null) => ask<DayArchive>(`/api/days${before === null ? "" : `?before=${encodeURIComponent(before)}`}`),
};

/** So many milliseconds after a day's end the next one is asked for: clocks differ a little. */
export const AFTER_MIDNIGHT = 1_500;
const LONGEST = 3_600_000;

/** Call `over` once the server's clock has reached a moment, however long that takes and whatever the device's clock
 * says: how much time has passed since the server said `now` is measured, not read off. A device that slept looks
 * when it wakes. What is returned ends the wait. */
export function atMoment(now: number, moment: number, over: () => void, passed: () => number = () => performance.now()): () => void {
  const since = passed();
  // performance.now may stand still while a device sleeps; the clock does not, if nobody turns it back.
  const wall = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  const left = () => moment - now - Math.max(passed() - since, Date.now() - wall);
  const look = () => {
    clearTimeout(timer);
    if (left() <= 0) end(), over();
    else timer = setTimeout(look, Math.min(left(), LONGEST));
  };
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("pageshow", look);
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
  look();
  return end;
}

/** The date after this one. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

// ---- what was promised ----------------------------------------------------------------------------------------------

const PROMISES = "days";
const MOST = 40;

function promises(): Record<string, string> {
  try {
    return JSON.parse(kept(PROMISES) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Keep the fingerprints of days whose seed nobody has been shown; the first that was seen is the one that counts. */
export function remember({ date, commitment: own, tomorrow, seed }: Pick<DayView, "date" | "commitment" | "tomorrow" | "seed">): void {
  if (seed !== null) return;
  const seen = { ...(tomorrow === null ? {} : { [dayAfter(date)]: tomorrow }), [date]: own, ...promises() };
  const newest = Object.entries(seen).sort(([one], [other]) => (one < other ? 1 : -1));
  keep(PROMISES, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
}

export type Verdict = "matches" | "kept" | "wrong" | "changed";

/** Whether a day that is over was as it had been promised: by its own word, and by what this device saw beforehand. */
export function judgeDay({ date, commitment: promised, seed }: Pick<DayView, "date" | "commitment" | "seed">): Verdict {
  const seen = promises()[date];
  if (seen !== undefined && seen !== promised) return "changed";
  if (seed === null || !/^[0-9a-f]{64}$/.test(seed) || commitment(seed) !== promised) return "wrong";
  return seen === undefined ? "matches" : "kept";
}
