import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeWaiting } from "../../testing/fakes";
import { get, show, text } from "../../testing/show";
import { person, tinyTable } from "../../testing/tiny";
import RatingChanges from "./RatingChanges.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));
vi.mock("../../state/people/guests.svelte", () => ({ guests: { is: () => false } }));
const later = vi.hoisted(() => ({ wait: (_: number, __: () => void) => () => undefined as void }));
vi.mock("../../state/device/environment", async (original) => ({ ...(await original<object>()), wait: (milliseconds: number, action: () => void) => later.wait(milliseconds, action) }));

let waiting = new FakeWaiting();
beforeEach(() => {
  waiting = new FakeWaiting();
  later.wait = waiting.wait;
});
afterEach(() => vi.unstubAllGlobals());

/** Let one more request pass and be answered. */
async function oneMore() {
  waiting.pass();
  await new Promise((done) => setTimeout(done));
  flushSync();
}

const seat = (name: string, change: number | null) => ({ name, level: null, handle: name.toLowerCase(), side: 0, ending: "won", bot_moves: 0, change });

it("asks until the game has been counted, and then says by how much", async () => {
  let games: object[] = [];
  const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ games, next: null }))));
  vi.stubGlobal("fetch", asked);
  await show(RatingChanges, { view: tinyTable({ seats: [person("Anna", true), person("Bo")] }, { rated: true }) });
  await oneMore();
  expect(text(get("rating-changes"))).toBe("Working out the new ratings…");
  games = [{ table: "another-table", seats: [seat("Anna", 99)] }, { table: "table-of-a-test", seats: [seat("Anna", 12), seat("Bo", -8)] }];
  await oneMore();
  expect(text(get("rating-changes"))).toBe("Ratings: Anna +12 · Bo −8");
  expect(asked).toHaveBeenCalledTimes(2);
  expect(waiting.count, "and asks no more").toBe(0);
});

it("does not ask for ever", async () => {
  const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ games: [], next: null }))));
  vi.stubGlobal("fetch", asked);
  await show(RatingChanges, { view: tinyTable({ seats: [person("Anna", true), person("Bo")] }, { rated: true }) });
  for (let times = 0; times < 12; times += 1) await oneMore();
  expect(text(get("rating-changes"))).toBe("The new ratings will be on your profile soon.");
  expect(asked).toHaveBeenCalledTimes(7);
});
