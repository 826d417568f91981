/** The deals of days: what the server says of them, and what this device has seen promised. Loaded when needed. */

import type { DayArchive, DayTable, DayView } from "../wire/types";
import { ask } from "./api";
import { commitment } from "./commitment";
import { keep, kept } from "./preferences.svelte";

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
