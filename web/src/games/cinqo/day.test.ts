import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { checkReplay } from "../../state/chance/check";
import { commitment } from "../../state/chance/commitment";
import { DayRandomness } from "../../state/chance/randomness";
import { tinyTable } from "../../testing/tiny";
import type { Answered, DayGame, Replay, ReplayStep } from "../../wire/types";
import type { DayPart } from "../day";
import { DAY } from "./day";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

const COUNTS = [
  { number: 6, people: 1 },
  { number: 8, people: 5 },
  { number: 9, people: 3 },
  { number: 22, people: 1 },
];

describe("results", () => {
  it("are in bars that say all, and mine is one of them", () => {
    const bins = DAY.bins(COUNTS, 9);
    expect(bins.map(({ label }) => label).join(" ")).toBe("5 6 7 8 9 10 11 12+");
    expect(bins.reduce((sum, { people }) => sum + people, 0)).toBe(10);
    expect(bins.filter(({ isMine }) => isMine).map(({ title }) => title)).toEqual(["9 rounds"]);
    expect(bins.at(-1)).toMatchObject({ title: "≥ 12 rounds", people: 1 });
    expect(DAY.bins([], null)).toEqual([]);
    expect(DAY.scale!()).toBe("Rounds (fewer is better)");
  });

  it.each([
    ["many rounds", [18, 19, 20, 22, 27, 33].map((number) => ({ number, people: 4 })), "18–20 21–23 24–26 27–29 30–32 33–35 36–38"],
    ["one number", [{ number: 18, people: 6 }], "15 16 17 18 19 20 21 22"],
    ["a few rounds", [7, 8].map((number) => ({ number, people: 3 })), "4 5 6 7 8 9 10 11"],
    ["the fewest rounds", [{ number: 2, people: 6 }], "1 2 3 4 5 6 7 8"],
  ])("have bars of their own, with %s", (_, counts, labels) => {
    const bins = DAY.bins(counts, counts[0]!.number);
    expect(bins.map(({ label }) => label).join(" ")).toBe(labels);
    expect(bins.reduce((sum, { people }) => sum + people, 0)).toBe(counts.reduce((sum, { people }) => sum + people, 0));
    expect(bins.filter(({ isMine }) => isMine)).toHaveLength(1);
  });

  it("include mine before it is counted", () => {
    expect(DAY.bins([{ number: 7, people: 5 }], 40).filter(({ isMine }) => isMine)).toMatchObject([{ people: 0 }]);
  });

  it("add up: perfect play on average, the day's dice, and me", () => {
    const deal: DayGame = { game: "cinqo", fewer_is_better: true, people: 10, you: { table: "t", status: "counted", number: 9 }, counts: COUNTS, best: 7, average: 7.16 };
    expect(DAY.account(deal).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Perfect play with average dice: 7.2",
      "Effect of today’s dice: −0.2",
      "Perfect play with these dice: 7 rounds",
      "You, compared with that: +2 rounds",
    ]);
    expect(DAY.account({ ...deal, best: null })).toEqual([]);
    expect(DAY.line()).toContain("100 points");
  });
});

interface Game {
  seed: string;
  steps: { streams?: number[]; events: { type: string; dice?: number[] }[] }[];
}
const GAME = JSON.parse(readFileSync("../testdata/day-game.json", "utf8")) as Game;

/** The replay of a game, changed by `change`. */
function replay(change: (chances: Answered[]) => void = () => undefined, game = "cinqo"): Replay {
  const randomness = new DayRandomness(GAME.seed, "cinqo");
  const chances = GAME.steps.flatMap(({ streams }): Answered[] => {
    if (!streams) return [];
    const sides = streams.map(() => 6);
    return [{ question: { type: "roll", sides }, answer: { type: "rolled", faces: randomness.roll(streams, sides) } }];
  });
  change(chances);
  const steps = GAME.steps.map(({ streams, events }) => ({ seat: streams ? null : 0, chance: streams ? chances.shift()! : null, events, view: null }) as unknown as ReplayStep);
  const table = tinyTable({ status: "ended", seed: GAME.seed, commitment: commitment(GAME.seed), commit_reveal: null, of_day: { date: "2026-11-22", is_practice: false, opens_at: 0 }, game: null }, { options: { game } });
  return { table, steps, talk: [], started_at: null };
}

/** Run the check as on the page of that table. */
const check = (told: Replay, day: DayPart | null) => checkReplay(told, told.table, { isAsked: () => true }, day);

describe("a game of a day", () => {
  it("comes from the streams that its moves name", () => {
    expect(DAY.streams(replay().steps)).toEqual(GAME.steps.flatMap(({ streams }) => (streams ? [streams] : [])));
  });

  it("is checked roll by roll", () => {
    const count = GAME.steps.filter(({ streams }) => streams).length;
    expect(check(replay(), DAY)).toEqual({ count, fault: null });
    const changed = replay((chances) => {
      const { answer } = chances[4]!;
      if (answer.type === "rolled") chances[4] = { ...chances[4]!, answer: { type: "rolled", faces: answer.faces.map((face) => 7 - face) } };
    });
    expect(check(changed, DAY).fault).toBe(5);
    expect(check(replay(), null).fault, "nobody says which streams").toBe(1);
    expect(check(replay(undefined, "cinco"), DAY).fault, "another game's chance").not.toBeNull();
    expect(check({ ...replay(), table: { ...replay().table, of_day: null } }, DAY).fault, "an ordinary table's").not.toBeNull();
  });
});
