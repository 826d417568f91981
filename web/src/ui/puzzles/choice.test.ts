import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { FINISHED, keep } from "../../state/device/preferences.svelte";
import { finishStep } from "../../state/study/lessons";
import { show } from "../../testing/show";
import Choice from "./Choice.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** The buttons of a game of which so many puzzles were tried, the main one marked. */
async function buttons(tries: number) {
  const games = [{ game: "tiny", themes: [], mine: { tries, found: 0, points: 1500, best_streak: 0, best_run: 0 } }];
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ games }))));
  document.body.replaceChildren();
  await show(Choice, {});
  await vi.waitFor(() => expect(document.querySelector('[data-testid="solve-tiny"]')).not.toBeNull());
  flushSync();
  return [...document.querySelectorAll<HTMLElement>(".first .button")].map((each) => each.dataset["testid"] + (each.classList.contains("primary") ? "*" : ""));
}

it("puts the lesson of a game before its puzzles until the game is known", async () => {
  expect(await buttons(0)).toEqual(["lesson-tiny*", "solve-tiny"]);
  expect(await buttons(1)).toEqual(["solve-tiny*"]);
  keep(FINISHED, "yes");
  expect(await buttons(0)).toEqual(["solve-tiny*", "lesson-tiny"]);
  localStorage.clear();
  finishStep("tiny" as never, "one");
  expect(await buttons(0)).toEqual(["solve-tiny*", "lesson-tiny"]);
});
