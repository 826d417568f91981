import { describe, expect, it } from "vitest";
import type { Next, Option } from "../../wire/types";
import { marksOf } from "./marks";

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

  it("are of the choice alone where nobody can tell what follows", () => {
    expect(marksOf(option({ type: "play", card: 88, space: null }, { ...next("open", 0), seat: null }), 0, 2)).toEqual([]);
  });
});
