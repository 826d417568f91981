import { beforeAll, describe, expect, it } from "vitest";
import { startLanguage, withMore } from "../../../i18n/index.svelte";
import { followsText } from "../../../ui/review/words";
import type { Next, Option } from "../../../wire/types";
import { marksOf, numbersOf } from "./marks";

const option = (move: object, ...continuation: Next[]): Option => ({ move: move as never, text: "", worth: 0.5, points: null, continuation });
const next = (code: string, seat: number, space?: number): Next => ({ code, seat, chance: 0.5, params: space ? { space } : {} });

describe("the numbers on the board", () => {
  it("are where tokens are put, each in its team\u2019s turn", () => {
    const marks = marksOf(option({ type: "play", card: 60, space: 70 }, next("token", 1, 40), next("play", 0, 65)), 0, 2);
    expect(marks).toEqual([{ number: 1, space: 70, team: 0 }, { number: 2, space: 40, team: 1 }, { number: 3, space: 65, team: 0 }]);
  });

  it("count what puts no token, and not what may happen meanwhile", () => {
    const marks = marksOf(option({ type: "draw" }, next("danger", 3), next("draw", 0), next("five", 1, 73)), 3, 2);
    expect(marks).toEqual([{ number: 3, space: 73, team: 1 }]);
  });

  it("are those of the sentences beside it", () => {
    expect(numbersOf(option({ type: "draw" }, next("danger", 3), next("draw", 0), next("five", 1, 73)))).toEqual([null, null, 3]);
  });

  it("mark the choice alone if its continuation is unknown", () => {
    expect(marksOf(option({ type: "play", card: 88, space: null }, { ...next("open", 0), seat: null }), 0, 2)).toEqual([]);
  });
});

describe("the continuation in words", () => {
  beforeAll(async () => {
    await startLanguage();
    await withMore(Promise.resolve());
  });

  it("says who does what, and how often", () => {
    const danger: Next = { code: "danger", params: {}, chance: 0.2, seat: 0 };
    const play: Next = { code: "play", params: { card: 20, space: 65 }, chance: 0.614, seat: 1 };
    expect(followsText("cinco", option({ type: "draw" }, danger, play), ["Anna", "Bo"], null)).toEqual(["Another team wins before Anna\u2019s next turn: 20%.", "Most likely next: Bo plays 20 on 65 (61%)."]);
    expect(followsText("cinco", option({ type: "draw" }), ["Anna", "Bo"], null)).toEqual([]);
    expect(followsText("cinco", option({ type: "draw" }, danger, play), ["Anna", "Bo"], 0)[0]).toBe("Another team wins before your next turn: 20%.");
  });
});
