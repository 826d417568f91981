import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { commitment } from "../chance/commitment";
import { keepPastDays, pastDays } from "./past";

const SEED = "5e".repeat(32);
const fetched = vi.fn<(path: string) => Promise<Response>>();
const dates = ["2026-11-22", "2026-11-21", "2026-11-20"];
const seeds: Record<string, string | null> = { "2026-11-22": null, "2026-11-21": SEED, "2026-11-20": "77".repeat(32) };

beforeEach(() => {
  localStorage.clear();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  fetched.mockImplementation(async (path) => {
    const date = path.split("/").at(-1)!;
    if (date === "days") return Response.json({ days: dates.map((each) => ({ date: each, games: [] })), next: null });
    return Response.json({ date, seed: seeds[date], commitment: commitment(SEED), committed_at: 1, opens_at: 2, tomorrow: null });
  });
});
afterEach(() => vi.unstubAllGlobals());

it("past days are kept once, if they are over and were as promised", async () => {
  await keepPastDays();
  expect(pastDays()).toEqual([{ date: "2026-11-21", seed: SEED, committed_at: 1, opens_at: 2 }]);
  fetched.mockClear();
  await keepPastDays();
  expect(fetched.mock.calls.map(([path]) => path)).not.toContain("/api/days/2026-11-21");
});
