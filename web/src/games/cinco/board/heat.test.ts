// @vitest-environment node
import { expect, it } from "vitest";
import type { Hint } from "../../../wire/types";
import { heatOf } from "./heat";

const hint = (scale: Hint["scale"] = "chance"): Hint => ({
  version: 1,
  reasons: [],
  scale,
  choices: [
    { move: { type: "exchange" }, value: 0.9, error: null },
    { move: { type: "play", card: 57, space: 63 }, value: 0.6, error: null },
    { move: { type: "play", card: 12, space: 63 }, value: 0.58, error: null },
    { move: { type: "play", card: 12, space: 12 }, value: 0.54, error: null },
    { move: { type: "play", card: 12, space: 40 }, value: 0.3, error: null },
    { move: { type: "play", card: 88, space: null }, value: 0.6, error: null },
  ],
});

it("spaces glow by how much worse than the best space they are, and cold ones do not", () => {
  const heat = heatOf(hint());
  expect([...heat.keys()]).toEqual([63, 12]);
  expect(heat.get(63)).toEqual({ warmth: 1, chance: 0.6 });
  expect(heat.get(12)!.warmth).toBeCloseTo(0.5);
});

it("nothing glows without chances", () => {
  expect(heatOf(null).size).toBe(0);
  expect(heatOf(hint("own")).size).toBe(0);
});
