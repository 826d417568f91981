// @vitest-environment node
import { describe, expect, it } from "vitest";
import { bandOf, heightOf, lineOf, placeOf, scaleOf } from "./curve";

const FRAME = { width: 300, height: 120, left: 40, edge: 10 };
const points = (...values: number[]) => values.map((points, index) => ({ at: index, points, margin: 50 }));

describe("a rating's way", () => {
  it.each([
    [[1500, 1520, 1490], [1400, 1600]],
    [[1500], [1450, 1550]],
    [[900, 2100], [500, 2500]],
  ])("has round numbers around %s", (values, [low, high]) => {
    const scale = scaleOf(points(...values));
    expect([scale.low, scale.high]).toEqual([low, high]);
    expect(scale.lines.length).toBeLessThanOrEqual(6);
    expect(scale.lines.at(0)).toBeLessThanOrEqual(Math.min(...values));
    expect(scale.lines.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
  });

  it("goes from the left to the right, and up for more", () => {
    const scale = scaleOf(points(1500, 1600));
    expect([placeOf(0, 3, FRAME), placeOf(1, 3, FRAME), placeOf(2, 3, FRAME)]).toEqual([40, 165, 290]);
    expect(heightOf(scale.high, scale, FRAME)).toBe(10);
    expect(heightOf(scale.low, scale, FRAME)).toBe(110);
    expect(heightOf(scale.high + 999, scale, FRAME), "it stays in its frame").toBe(10);
    expect(lineOf(points(1500, 1600), scale, FRAME)).toMatch(/^M40 [\d.]+L290 [\d.]+$/);
  });

  it("has a band around it only where there is a way", () => {
    const scale = scaleOf(points(1500));
    expect(bandOf(points(1500), scale, FRAME)).toBe("");
    expect(bandOf(points(1500, 1510), scaleOf(points(1500, 1510)), FRAME)).toMatch(/^M40 .*Z$/);
  });
});
