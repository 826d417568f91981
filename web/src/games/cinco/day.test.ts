import { beforeAll, expect, it } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import type { DayCount, DayGame, ReplayStep } from "../../wire/types";
import { DAY } from "./day";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

const turns = (sign: number, ...all: number[]) => all.map((each) => ({ number: sign * (10_000 - each), people: 2 }));
const labels = (counts: readonly DayCount[]) => DAY.bins(counts, null).map(({ label, people }) => `${label}: ${people}`);

it.each([
  [9_999, "Won in 1 turn", "1"],
  [9_985, "Won in 15 turns", "15"],
  [7_500, "Won in 2500 turns", "2500"],
  [0, "Draw", "="],
  [-7_500, "Lost after 2500 turns", "lost"],
  [-9_980, "Lost after 20 turns", "lost"],
  [-10_000, "Lost after 0 turns", "lost"],
])("the result %i has its words, and one bar", (number, words, label) => {
  expect(DAY.result(number)).toBe(words);
  expect(DAY.bins([{ number, people: 4 }], number).filter(({ isMine }) => isMine)).toMatchObject([{ label, people: 4 }]);
});

it("the bars of wins follow their turns, the best first", () => {
  expect(labels([...turns(1, 10, 11, 13, 16, 17, 21), ...turns(-1, 9, 14)])).toEqual(["10–11: 4", "12–13: 2", "14–15: 0", "16–17: 4", "18–19: 0", "20–21: 2", "lost: 4"]);
  expect(labels(turns(1, 10))).toEqual(["8: 0", "9: 0", "10: 2", "11: 0", "12: 0"]);
  const far = [...turns(1, 10, 11, 12), { number: 9_988, people: 60 }, ...turns(1, 80)];
  expect(labels(far)).toEqual(["10: 2", "11: 2", "12: 62", "13: 0", "14+: 2"]);
});

it("all defeats share a bar apart from the wins, and draws have one if there are any", () => {
  const counts = [...turns(1, 20), ...turns(-1, 20, 25, 7)];
  expect(labels(counts)).toEqual(["18: 0", "19: 0", "20: 2", "21: 0", "22: 0", "lost: 6"]);
  expect(DAY.bins(counts, null).map(({ group, isApart }) => [group, isApart])).toEqual([...Array(5).fill(["turns to win", undefined]), [undefined, true]]);
  expect(labels([{ number: 0, people: 1 }, ...turns(-1, 12)])).toEqual(["=: 1", "lost: 2"]);
  expect(DAY.bins([], -9_980).map(({ label, isMine }) => [label, isMine]), "mine is there before it is counted").toEqual([["lost", true]]);
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
