// @vitest-environment node
import { expect, it } from "vitest";
import type { Hint } from "../../../wire/types";
import type { Move } from "../types";
import { heatOf } from "./heat";

const hint = (scale: Hint["scale"] = "chance", exchange = 0.5): Hint => ({
  version: 1,
  reasons: [],
  scale,
  choices: [
    { move: { type: "exchange" }, value: exchange, error: null },
    { move: { type: "play", card: 57, space: 63 }, value: 0.6, error: null },
    { move: { type: "play", card: 12, space: 63 }, value: 0.58, error: null },
    { move: { type: "play", card: 12, space: 12 }, value: 0.54, error: null },
    { move: { type: "play", card: 12, space: 40 }, value: 0.3, error: null },
    { move: { type: "play", card: 88, space: null }, value: 0.6, error: null },
  ],
});

const PLAY: Move = { type: "play", card: 57, space: 63 };

it("spaces glow by how much worse than the best move they are, and cold ones do not", () => {
  const heat = heatOf(hint(), PLAY);
  expect([...heat.keys()]).toEqual([63, 12]);
  expect(heat.get(63)).toEqual({ warmth: 1, chance: 0.6 });
  expect(heat.get(12)!.warmth).toBeCloseTo(0.5);
});

it("no space glows where the best move is no play", () => {
  expect(heatOf(hint("chance", 0.9), { type: "exchange" }).size).toBe(0);
  expect(heatOf(hint("chance", 0.62), { type: "draw" }).size).toBe(0);
});

it("spaces are colder where a play comes first only because an exchange gives up much", () => {
  expect([...heatOf(hint("chance", 0.66), PLAY).keys()]).toEqual([63]);
  expect(heatOf(hint("chance", 0.66), PLAY).get(63)!.warmth).toBeCloseTo(0.5);
});

it("of a chosen card its own spaces glow, by its own values", () => {
  expect([...heatOf(hint(), PLAY, 57).keys()]).toEqual([63]);
  expect([...heatOf(hint(), PLAY, 12)].map(([space, { chance }]) => [space, chance])).toEqual([[63, 0.58], [12, 0.54]]);
});

it("nothing glows without chances", () => {
  expect(heatOf(null, null).size).toBe(0);
  expect(heatOf(hint("own"), PLAY).size).toBe(0);
});
