import { flushSync } from "svelte";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { get, show, text } from "../../testing/show";
import Choice from "./Choice.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});
afterEach(() => vi.unstubAllGlobals());

/** Show a game of which so many puzzles were tried. */
async function shown(tries: number, found = 0) {
  const games = [{ game: "tiny", themes: [{ theme: "one", count: 40 }, { theme: "two", count: 2 }], mine: { tries, found, points: 1500, best_streak: 0, best_run: 0 } }];
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ games }))));
  document.body.replaceChildren();
  await show(Choice, {});
  await vi.waitFor(() => expect(document.querySelector('[data-testid="solve-tiny"]')).not.toBeNull());
  flushSync();
}

it("has one main button, which solves, and beside it the lesson of a game that was never tried", async () => {
  const buttons = () => [...document.querySelectorAll<HTMLElement>(".first .button")].map((each) => each.dataset["testid"] + (each.classList.contains("primary") ? "*" : ""));
  await shown(0);
  expect(buttons()).toEqual(["solve-tiny*", "lesson-tiny"]);
  await shown(1);
  expect(buttons()).toEqual(["solve-tiny*"]);
});

it("says how many were solved once that says something", async () => {
  await shown(1);
  expect(text(get("mine-tiny"))).toBe("Your rating 1,500 42 puzzles");
  await shown(5, 3);
  expect(text(get("mine-tiny"))).toBe("Your rating 1,500 3 of 5 solved first time");
});
