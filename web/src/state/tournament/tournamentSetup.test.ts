import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AnyGame } from "../../games/game";
import { PACE } from "../../testing/tournament";
import { keep } from "../device/preferences.svelte";
import { DAILY, LIVE } from "../setup/setup.svelte";
import { TournamentSetup, mostRounds, planOf, roundsOf, seatingsOf } from "./tournamentSetup.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));
beforeEach(() => localStorage.clear());

describe("the plan for a number of players", () => {
  // The server computes the same values.
  it.each([
    [3, 3, 3],
    [4, 3, 3],
    [5, 3, 5],
    [6, 3, 5],
    [8, 3, 7],
    [9, 4, 9],
    [16, 4, 15],
    [17, 5, 17],
    [33, 6, 33],
    [64, 6, 63],
  ])("%i: %i rounds of a Swiss tournament, %i of everybody against everybody", (people, swiss, everybody) => {
    expect(roundsOf("swiss", null, people)).toBe(swiss);
    expect(roundsOf("round_robin", 5, people)).toBe(everybody);
    expect(roundsOf("double_round_robin", 5, people)).toBe(2 * everybody);
    expect(roundsOf("knockout", 5, people)).toBe(Math.ceil(Math.log2(people)));
  });

  it("says for how many rounds no two players need meet twice", () => {
    expect([3, 4, 5, 8, 9, 40, 64].map((people) => mostRounds(people))).toEqual([3, 3, 3, 4, 5, 20, 20]);
    expect(roundsOf("swiss", 9, 8)).toBe(4);
    expect(roundsOf("swiss", 2, 8)).toBe(2);
  });

  const FOUR = { players: 4, sides: 4 };
  const PAIRS = { players: 4, sides: 2 };

  it("has as many rounds at tables of four as it takes to find a winner, or to meet all", () => {
    const counts = [3, 4, 8, 12, 16, 17, 64];
    expect(counts.map((people) => roundsOf("table_swiss", null, people, FOUR))).toEqual([3, 3, 3, 3, 3, 4, 4]);
    expect([3, 4, 16, 64].map((people) => roundsOf("table_round_robin", 9, people, FOUR))).toEqual([3, 3, 5, 21]);
    expect([9, 15].map((people) => roundsOf("table_round_robin", null, people, { players: 3, sides: 3 }))).toEqual([4, 7]);
    expect(roundsOf("table_swiss", 20, 16, FOUR)).toBe(5);
    expect([16, 64].map((people) => mostRounds(people, FOUR))).toEqual([5, 20]);
  });

  it("has as many tables as needed; with partners the last one is smaller, or one player has a bye", () => {
    const games = (seating: typeof FOUR, people: number) => planOf({ format: "table_swiss", rounds: 1, pace: PACE, pause: 0, seating }, people).games;
    expect([8, 9, 10].map((people) => games(FOUR, people))).toEqual([2, 3, 3]);
    expect([8, 9, 10].map((people) => games(PAIRS, people))).toEqual([2, 2, 3]);
  });

  it("offers tables of two to four, if those left over can play at smaller ones", () => {
    const of = (...seatings: (readonly [number, number])[]) => seatingsOf({ seatings: seatings.map(([players, sides]) => ({ players, sides })) } as unknown as AnyGame).map(({ players, sides }) => [players, sides]);
    expect(of([2, 2], [3, 3], [4, 2], [6, 3])).toEqual([[2, 2], [3, 3], [4, 2]]);
    expect(of([1, 1], [2, 2], [4, 4], [4, 2])).toEqual([[2, 2]]);
  });

  it("counts games and time: an odd player has a bye, and a pause is between rounds alone", () => {
    const plan = planOf({ format: "swiss", rounds: 2, pace: PACE, pause: 60 }, 5);
    expect(plan).toEqual({ rounds: 2, games: 4, lasts: 1_000 * (2 * 2 * (300 + 20 * 10) + 60) });
  });
});

describe("a new tournament", () => {
  it("has other waits and breaks by the day, and lasts as long as all turns may take", () => {
    const setup = new TournamentSetup();
    setup.choosePace(DAILY[1]!);
    expect(setup.settings("")).toMatchObject({ pace: { type: "daily", hours: 24 }, wait: 259_200, pause: 0 });
    expect(planOf({ format: "swiss", rounds: 2, pace: DAILY[1]!, pause: 0 }, 4).lasts).toBe(2 * 40 * 86_400_000);
    setup.remember();
    expect(new TournamentSetup().settings("")).toEqual(setup.settings(""));
    setup.choosePace(LIVE[0]!);
    expect(setup.settings("")).toMatchObject({ pace: LIVE[0], wait: 180, pause: 0 });
  });

  it("is for two at each table, and has a name in any case", () => {
    const setup = new TournamentSetup();
    expect(setup.settings("Usual")).toEqual({ name: "Usual", format: "swiss", options: setup.options, pace: LIVE[1], rounds: null, rated: false, most: 64, wait: 180, pause: 60, by_hand: false, listed: false, begins: null, boards: null, reach: null, answer: null, ends: null });
    expect(setup.options).toMatchObject({ players: 2, sides: 2 });
    setup.name = "  Friday  ";
    expect(setup.settings("Usual").name).toBe("Friday");
  });

  it("is public and announced only if that is chosen", () => {
    const setup = new TournamentSetup();
    setup.isListed = true;
    setup.begins = "2026-11-27T20:00";
    expect(setup.settings("")).toMatchObject({ listed: true, begins: new Date(2026, 10, 27, 20).getTime() });
  });

  it("asks for rounds only where they are to be chosen", () => {
    const setup = new TournamentSetup();
    setup.rounds = 4;
    expect(setup.settings("").rounds).toBe(4);
    setup.format = "round_robin";
    expect(setup.settings("").rounds).toBeNull();
  });

  it("keeps a place for all who are expected", () => {
    const setup = new TournamentSetup();
    setup.setMost(6);
    expect(setup.people).toBe(6);
    setup.setPeople(10);
    expect(setup.most).toBe(10);
    expect(setup.isPossible(5)).toBe(true);
    expect(setup.isPossible(6)).toBe(false);
  });

  it("survives a sign-in until it has been created", () => {
    const setup = new TournamentSetup();
    Object.assign(setup, { name: "Friday", people: 12, pace: LIVE[2], byHand: true });
    setup.remember();
    const again = new TournamentSetup();
    expect(again.draft).toEqual(setup.draft);
    // The same object, so that its option is selected.
    expect(again.pace).toBe(LIVE[2]);
    again.forget();
    expect(new TournamentSetup().name).toBe("");
  });

  it.each(["nonsense", "null", '{"pace": {"type": "live", "total": 7, "increment": 1}, "options": {"game": "tiny"}}', '{"pace": {"type": "live", "total": 300, "increment": 10}, "options": {"game": "chess"}}'])("is begun anew where %s was kept", (kept) => {
    keep("tournament-draft", kept);
    expect(new TournamentSetup().pace).toBe(LIVE[1]);
    expect(new TournamentSetup().game).toBe("tiny");
  });
});
