import { beforeEach, expect, it } from "vitest";
import { countFinished, gamesFinished } from "./finished";
import { FINISHED, kept } from "./preferences.svelte";

beforeEach(() => localStorage.clear());

it("counts each game once, however often its result is shown", () => {
  expect([gamesFinished(), kept(FINISHED)]).toEqual([0, null]);
  countFinished("one");
  countFinished("one");
  countFinished("another");
  expect([gamesFinished(), kept(FINISHED)]).toEqual([2, "yes"]);
});
