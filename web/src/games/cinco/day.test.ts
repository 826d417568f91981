import { beforeAll, expect, it } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import type { DayGame, ReplayStep } from "../../wire/types";
import { DAY } from "./day";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

it.each([
  [9_999, "Won in 1 turn", "≤14"],
  [9_985, "Won in 15 turns", "15–18"],
  [7_500, "Won in 2500 turns", "36+"],
  [0, "Draw", "="],
  [-7_500, "Lost after 2500 turns", "28+"],
  [-9_980, "Lost after 20 turns", "20–27"],
  [-10_000, "Lost after 0 turns", "≤19"],
])("the result %i has its words, and one bar", (number, words, label) => {
  expect(DAY.result(number)).toBe(words);
  expect(DAY.bins([{ number, people: 4 }], number).filter(({ isMine }) => isMine)).toMatchObject([{ label, people: 4 }]);
});

it("the best bot stands beside it", () => {
  const deal: DayGame = { game: "cinco", fewer_is_better: false, people: 1, you: null, counts: [], best: 9_983, average: null };
  expect(DAY.account(deal)).toEqual([{ label: "Our strongest bot with these cards", value: "Won in 17 turns" }]);
  expect(DAY.account({ ...deal, best: null })).toEqual([]);
});

it("each shuffle is of the next stream", () => {
  const steps = [{}, null, {}].map((chance) => ({ chance, events: [] }) as unknown as ReplayStep);
  expect(DAY.streams(steps)).toEqual([[0], [1]]);
});

it("says what is played", () => {
  expect(DAY.line()).toContain("the same cards as everyone else");
});
