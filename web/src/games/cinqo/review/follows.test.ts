import { beforeAll, expect, it } from "vitest";
import { startLanguage, withMore } from "../../../i18n/index.svelte";
import { followsText } from "../../../ui/review/words";
import type { Next } from "../../../wire/types";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

it("the continuation of a keep is described in words", () => {
  const next = (code: string, params: Next["params"], chance: number | null = null): Next => ({ code, params, chance, seat: null });
  const said = (...continuation: Next[]) => followsText("cinqo", { move: {} as never, text: "", worth: 0, points: 0, continuation }, [], null);
  expect(said(next("average", { points: 14.2 }), next("at-least", { count: 18 }, 0.42))).toEqual(["The turn scores 14.2 points on average.", "18 points or more: 42%."]);
  expect(said(next("average", { points: 9.5 }), next("reaches", {}, 0.05))).toEqual(["The turn scores 9.5 points on average.", "It reaches 100 this turn: 5%."]);
  expect(said(next("ends", { count: 1 }))).toEqual(["The turn ends with 1 point."]);
});
