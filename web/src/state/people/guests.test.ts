import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Guests } from "./guests.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("guests are asked for together, and marked once they are known", async () => {
  const load = vi.fn(() => Promise.resolve({ members: ["ada"] }));
  const guests = new Guests(load);
  expect([guests.is("ada"), guests.is("bo"), guests.is(null), guests.is(undefined)]).toEqual([false, false, false, false]);
  await vi.advanceTimersByTimeAsync(60);
  expect(load).toHaveBeenCalledExactlyOnceWith(["ada", "bo"]);
  expect([guests.is("ada"), guests.is("bo")]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});

test("many are asked for in parts", async () => {
  const load = vi.fn((handles: readonly string[]) => Promise.resolve({ members: [...handles] }));
  const guests = new Guests(load);
  for (let number = 0; number < 70; number++) guests.is(`h${number}`);
  await vi.advanceTimersByTimeAsync(200);
  expect(load.mock.calls.map(([handles]) => handles.length)).toEqual([50, 20]);
});

test("a server that does not answer marks no name, and is asked again later", async () => {
  const load = vi.fn<(handles: readonly string[]) => Promise<{ members: string[] }>>().mockRejectedValueOnce(new Error("away")).mockResolvedValue({ members: [] });
  const guests = new Guests(load);
  guests.is("bo");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(guests.is("bo")).toBe(false);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(guests.is("bo")).toBe(true);
});
