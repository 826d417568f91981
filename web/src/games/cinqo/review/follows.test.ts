import { beforeAll, expect, it } from "vitest";
import { startLanguage, withMore } from "../../../i18n/index.svelte";
import { comparisonText, followsText } from "../../../ui/review/words";
import type { Next } from "../../../wire/types";
import { turnResult } from "../testing";
import { endText, sumText } from "./hint";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

it("the continuation of a keep is described in words", () => {
  const next = (code: string, params: Next["params"], chance: number | null = null): Next => ({ code, params, chance, seat: null });
  const said = (...continuation: Next[]) => followsText("cinqo", { move: {} as never, text: "", worth: 0, points: 0, continuation }, [], null);
  expect(said(next("average", { points: 14.2 }), next("at-least", { count: 18 }, 0.42))).toEqual(["The turn scores 14.2 points on average.", "18 points or more: 42%."]);
  expect(said(next("average", { points: 9.5 }), next("reaches", {}, 0.05))).toEqual(["The turn scores 9.5 points on average.", "It reaches 100 this turn: 5%."]);
  expect(said(next("average", { points: 1 }))).toEqual(["The turn scores 1 point on average."]);
  expect(said(next("ends", { count: 1 }))).toEqual(["The turn ends with 1 point."]);
});

it("a reason says what the chosen keep lacks, in the reader's person", () => {
  const why = { code: "straight", params: { dice: "3-4-5" } };
  expect(comparisonText("cinqo", why, true)).toBe("3-4-5 are on the way to a straight; yours gives it up.");
  expect(comparisonText("cinqo", why, false)).toBe("3-4-5 are on the way to a straight; the choice made gives it up.");
  // This one speaks of both keeps anyway.
  expect(comparisonText("cinqo", { code: "more-points", params: { points: 12.8 } }, true)).toBe("On average, the turn scores 12.8 points more this way.");
  expect(comparisonText("cinqo", { code: "more-points", params: { points: 1 } }, true)).toBe("On average, the turn scores 1 point more this way.");
});

it("an answer that ended the turn says what it was worth", () => {
  expect(endText([{ type: "turn_ended", seat: 0, result: turnResult({ points: 30 }), score: 30 } as never])).toBe("The turn ends with 30 points.");
  expect(endText([])).toBe("");
});

it("adds a finished turn's points to the score before it", () => {
  expect(sumText([{ type: "turn_ended", result: turnResult({ points: 18 }), score: 108 } as never])).toBe("90 + 18 = 108");
  expect(sumText([])).toBe("");
});
