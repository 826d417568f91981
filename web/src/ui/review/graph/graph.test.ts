// @vitest-environment node
import { describe, expect, it } from "vitest";
import { across, apart, down, lineOf, momentAt, rangeOf, type Frame } from "./graph";
import { inkOf } from "./ink";
import { review } from "../testing";

const FRAME: Frame = { width: 100, height: 60, left: 10, right: 10, edge: 5 };

describe("the graph", () => {
  it("has chances from nothing to certain", () => {
    const range = rangeOf(review());
    expect(range).toEqual({ low: 0, high: 1, lines: [0, 0.5, 1] });
    expect([1, 0.5, 0, 1.2].map((worth) => down(worth, range, FRAME))).toEqual([5, 30, 55, 5]);
  });

  it("has as many rounds as the game went, more of them further down", () => {
    const graph = [{ ply: 0, turn: 0, worths: [-9.4] }, { ply: 8, turn: 4, worths: [-12] }];
    const range = rangeOf({ scale: "rounds", graph });
    expect(range).toEqual({ low: -13, high: -9, lines: [-13, -11, -9] });
    expect(down(-12, range, FRAME)).toBeGreaterThan(down(-9.4, range, FRAME));
  });

  it("goes from the first step to the last, and holds what was known until something happens", () => {
    expect([0, 4, 8].map((ply) => across(ply, 8, FRAME))).toEqual([10, 50, 90]);
    expect(across(0, 0, FRAME)).toBe(10);
    expect(lineOf(review(), 0, rangeOf(review()), FRAME)).toBe("M10 30H30V24H60V40H90V55H90");
    expect([0, 1, 2, 4, 5, 99].map((ply) => momentAt(review().graph, ply).ply)).toEqual([0, 0, 2, 2, 5, 8]);
  });

  it("has partners in their team's colour, and other seats in their own", () => {
    expect([0, 1, 2, 3].map((seat) => inkOf(seat, seat % 2))).toEqual(["var(--team-0)", "var(--team-1)", "var(--team-0)", "var(--team-1)"]);
    expect(new Set([0, 1, 2, 3, 4, 5].map((seat) => inkOf(seat, null))).size).toBe(6);
  });
});

it("keeps the numbers of turning points apart, and inside", () => {
  expect(apart([10, 12, 200], 14, 0, 210)).toEqual([10, 24, 200]);
  expect(apart([190, 200, 205], 14, 0, 206)).toEqual([178, 192, 206]);
  expect(apart([], 14, 0, 100)).toEqual([]);
});
