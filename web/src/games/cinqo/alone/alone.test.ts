// @vitest-environment node
import { describe, expect, it } from "vitest";
import { PERFECT_MEAN, spreadOf } from "./alone";
import { PERFECT } from "./perfect";

describe("solitaire beside perfect play", () => {
  it("has the numbers of the exact solution", () => {
    expect(PERFECT.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 4);
    expect(PERFECT_MEAN).toBeCloseTo(7.1608, 3);
  });

  it("shows every game in a column, and so does perfect play", () => {
    const columns = spreadOf([[3, 1], [7, 2], [30, 1]]);
    expect(columns.map(({ label }) => label)).toEqual(["3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14+"]);
    expect(columns.reduce((sum, { own }) => sum + own, 0)).toBeCloseTo(1);
    expect(columns.reduce((sum, { perfect }) => sum + perfect, 0)).toBeCloseTo(1, 4);
    expect(columns.find(({ label }) => label === "7")!.own).toBe(0.5);
    expect(columns.at(-1)!.own).toBe(0.25);
  });
});
