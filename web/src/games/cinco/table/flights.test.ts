// @vitest-environment node
import { expect, it } from "vitest";
import type { PublicEvent } from "../../../wire/types";
import type { PlayEvent } from "../types";
import { flights } from "./flights";

const game = (event: PlayEvent) => ({ type: "game", event }) as PublicEvent;

it("a card drawn flies from the pile to the seat", () => {
  expect(flights([game({ type: "drew", seat: 1, card: null })])).toEqual([{ from: "pile", to: 1, delay: 0 }]);
});

it("an exchange flies there and back, one card after the other", () => {
  const found = flights([game({ type: "exchanged", seat: 0, discarded: [1, 2], cards: null })]);
  expect(found.map(({ from, to }) => [from, to])).toEqual([[0, "pile"], [0, "pile"], ["pile", 0], ["pile", 0]]);
  expect(found.map(({ delay }) => delay)).toEqual([...found.map(({ delay }) => delay)].sort((a, b) => a - b));
  expect(new Set(found.map(({ delay }) => delay)).size).toBe(4);
});

it("nothing flies when a card is played", () => {
  expect(flights([game({ type: "played", seat: 0, card: 57, space: 63, line: 1, blocks: 0, blocked_team: null })])).toEqual([]);
});
