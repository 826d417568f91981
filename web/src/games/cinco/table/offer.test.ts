import { beforeEach, expect, it } from "vitest";
import { countFinished } from "../../../state/device/finished";
import { keep, preferences } from "../../../state/device/preferences.svelte";
import { OFFERED, isOffered } from "./offer";

beforeEach(() => {
  localStorage.clear();
  preferences.onePress = false;
});

it("one touch is offered after three games, once, to players who do not have it", () => {
  for (const table of ["one", "two", "three"]) {
    expect(isOffered()).toBe(false);
    countFinished(table);
  }
  expect(isOffered()).toBe(true);
  preferences.onePress = true;
  expect(isOffered()).toBe(false);
  preferences.onePress = false;
  keep(OFFERED, "yes");
  expect(isOffered()).toBe(false);
});
