import { beforeAll, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { NOBODY, tournamentSettings, tournamentView, game, line, round } from "../../testing/tournament";
import type { TournamentView } from "../../wire/types";
import { aboutText, afterGameText, countdown, factsOf, isKnockedOut, labelOf, leftOf, myGame, nextText, placePoints, pointsText, rulesOf, sidesOf, startingText, startsText, statusText, winnersOf } from "./words";

vi.mock("../../games", () => import("../../testing/tiny"));
beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

it.each([
  [0, "0"],
  [0.5, "½"],
  [2, "2"],
  [11.5, "11½"],
])("%d points are written %s", (points, text) => expect(pointsText(points)).toBe(text));

it.each([
  [{ next_at: 2_000_000 }, "It starts by itself, with at least 3 players."],
  [{ next_at: 2_300_000 }, "Too few players so far. It tries again in 1:00."],
  [{ next_at: null, now: 9_000_000 }, "Too few players came in time. The host can still start it."],
  [{ status: "playing" }, ""],
  [{ settings: tournamentSettings({ begins: 2_000_000, by_hand: true }) }, ""],
] as [Partial<TournamentView>, string][])("an announced start with %j is told: %s", (changes, sentence) => {
  const view = tournamentView({ status: "open", settings: tournamentSettings({ begins: 2_000_000 }), ...changes });
  expect(startingText(view, (moment) => moment - 2_240_000)).toBe(sentence);
});

it.each([
  [151_000, "2:31"],
  [3_599_000, "59:59"],
  [5_400_000, "1 hour 30 minutes"],
  [81_200_000, "22 hours"],
  [86_400_000, "1 day"],
  [259_200_000, "3 days"],
])("%d ms count down as %s", (time, text) => expect(countdown(time)).toBe(text));

it.each([
  ["swiss", 7, "You can join late"],
  ["double_round_robin", 7, "but you may come back if you left"],
  ["knockout", 5, "or come back"],
] as const)("the rules of %s are told", (format, count, part) => {
  const rules = rulesOf(format);
  expect(rules).toHaveLength(count);
  expect(rules.join(" ")).toContain(part);
});

describe("a knockout", () => {
  const you = { ...NOBODY, player: 1 };
  const cup = (number: number, points: number[] | null, changes: Partial<TournamentView> = {}) =>
    tournamentView({ settings: tournamentSettings({ format: "knockout" }), round: number, rounds: 3, you, current: round(number, [game(1, [1, 2], points)]), ...changes });

  it("calls the games of its last round by name", () => {
    expect([1, 2].map((board) => labelOf(cup(3, null), 3, board))).toEqual(["Final", "Match for third place"]);
    expect(labelOf(cup(2, null), 2, 1)).toBe("");
    expect(labelOf(tournamentView({ round: 3 }), 3, 1)).toBe("");
  });

  it.each([
    [1, null, false],
    [1, [1, 0], false],
    [1, [0, 1], true],
    [1, [0.5, 0.5], true],
    [2, [0, 1], false],
  ] as const)("in round %d with %j I am out: %s", (number, points, isOut) => {
    expect(isKnockedOut(cup(number, points && [...points]))).toBe(isOut);
  });

  it("is over for players without a game in the round, and not for spectators", () => {
    const games = round(2, [game(1, [2, 3])]);
    expect(isKnockedOut(cup(2, null, { current: games }))).toBe(true);
    expect(isKnockedOut(cup(2, null, { current: games, you: NOBODY }))).toBe(false);
    expect(afterGameText(cup(1, [0, 1]), false, () => 0)).toBe("You’ve been knocked out");
  });
});

describe("my game of the round", () => {
  const mine = (points: number[] | null, player = 1) => myGame(tournamentView({ you: { ...NOBODY, player }, current: round(2, [game(1, [2, 1], points), game(2, [3], [1])]) }));
  it.each([
    [null, null],
    [[0, 1], "won"],
    [[1, 0], "lost"],
    [[0.5, 0.5], "drew"],
    [[0, 0], "bothLost"],
  ] as const)("with %j has ended: %s", (points, ending) => {
    expect(mine(points && [...points])).toMatchObject({ others: [2], starts: false, ending });
  });

  it("is a bye for an odd player, and none for spectators", () => {
    expect(mine(null, 3)).toMatchObject({ others: [], ending: "bye" });
    expect(myGame(tournamentView())).toBeNull();
    expect(mine(null, 4)).toBeNull();
  });
});

describe("a table of four", () => {
  const table = (points: number[] | null, sides: number[] = []) => ({ ...game(1, [3, 1, 4, 2], points), sides });
  const mine = (points: number[] | null, sides: number[] = []) => myGame(tournamentView({ settings: tournamentSettings({ format: "table_swiss" }), you: { ...NOBODY, player: 1 }, current: round(2, [table(points, sides)]) }));

  it("has three opponents, or two and a partner", () => {
    expect(mine(null)).toMatchObject({ others: [3, 4, 2], partner: null, ending: null });
    expect(mine(null, [0, 1, 0, 1])).toMatchObject({ others: [3, 4], partner: 2 });
  });

  it("ends with points", () => {
    expect(mine([0, 4, 2, 6])).toMatchObject({ ending: "scored", points: 4 });
  });

  it("has the points of its places, which equal sides share", () => {
    const alone = sidesOf(table(null));
    expect(placePoints(table(null), alone, [1, 2, 3, 4])).toEqual([6, 4, 2, 0]);
    expect(placePoints(table(null), alone, [2, 1, 2, 2])).toEqual([2, 6, 2, 2]);
    const pairs = sidesOf(table(null, [0, 1, 0, 1]));
    expect(pairs).toEqual([[3, 4], [1, 2]]);
    expect(placePoints(table(null), pairs, [2, 1])).toEqual([0, 6, 0, 6]);
    expect(placePoints(table(null), pairs, [1, 1])).toEqual([3, 3, 3, 3]);
  });

  it("has rules of its own", () => {
    expect(rulesOf("table_swiss").join(" ")).toMatch(/6 points.*join late/);
    expect(rulesOf("table_round_robin").join(" ")).toMatch(/6 points.*come back/);
  });

  it("writes other parts of a point with one digit", () => {
    expect([2, 2.5, 0.5, 7 / 3].map(pointsText)).toEqual(["2", "2½", "½", "2.3"]);
  });
});

describe("the next round", () => {
  const left = (moment: number) => moment - 1_060_000;
  const over = round(2, [game(1, [2, 1], [1, 0]), game(2, [3], [1])]);
  it.each([
    ["Round 3 begins in 0:43.", { next_at: 1_103_000, current: over }],
    ["Round 3 begins when the last game is over.", {}],
    ["Round 3 begins when the last game is over.", { settings: tournamentSettings({ by_hand: true }) }],
    ["Round 3 begins when Margherita starts it.", { settings: tournamentSettings({ by_hand: true }), current: over }],
    ["Round 3 begins when you start it.", { settings: tournamentSettings({ by_hand: true }), current: over, you: { ...NOBODY, is_host: true } }],
    ["This is the last round.", { round: 3 }],
    ["", { status: "ended" as const }],
  ])("%s", (text, changes) => expect(nextText(tournamentView(changes), left)).toBe(text));
});

describe("after a game, at its table", () => {
  const left = (moment: number) => moment - 1_060_000;
  const you = { ...NOBODY, player: 1 };
  it.each([
    ["Round 2: you play Bo.", true, { you }],
    ["Round 2: you have a bye.", false, { you, current: round(2, [game(1, [2, 3]), game(2, [1], [1])]) }],
    ["You’re no longer taking part.", false, { you, standings: [line(1, "Ada", { is_out: true }), line(2, "Bo"), line(3, "Carl")] }],
    ["The tournament is over.", false, { you, status: "ended" as const, standings: [line(1, "Ada", { is_out: true })] }],
    ["Round 3 begins in 0:30.", false, { you, next_at: 1_090_000 }],
    ["Round 3 begins in 0:30.", false, { next_at: 1_090_000, standings: [line(1, "Ada", { is_out: true })] }],
  ] as [string, boolean, Partial<TournamentView>][])("%s", (text, hasNext, changes) => expect(afterGameText(tournamentView(changes), hasNext, left)).toBe(text));
});

it("a tournament's facts stay whole where a line ends", () => {
  const facts = factsOf(tournamentSettings({ rated: true }), 3);
  expect(facts.split(" ")).toHaveLength(4);
  expect(facts.replaceAll("\u00a0", " ")).toBe("tiny.name · Swiss, 3 rounds · 5 min + 10 s · Rated");
  expect(factsOf(tournamentSettings({ format: "round_robin" }), null).replaceAll("\u00a0", " ")).toBe("tiny.name · Round robin · 5 min + 10 s");
});

it("says when it is to begin, with the day", () => {
  expect(startsText(new Date(2026, 10, 27, 20).getTime())).toBe("Starts: Fri 27 Nov, 20:00");
});

it("says how far it has come", () => {
  expect(statusText("open", 0)).toBe("Open to join");
  expect(statusText("playing", 2, 3)).toBe("Round 2 of 3");
  expect(statusText("playing", 2)).toBe("Round 2");
  expect(statusText("ended", 3, 3)).toBe("Finished");
});

it("the players who share first place win, if any has a point", () => {
  const standings = [line(2, "Bo", { place: 1, points: 2 }), line(1, "Ada", { place: 1, points: 2 }), line(3, "Carl", { place: 3, points: 1 })];
  expect(winnersOf(tournamentView({ standings })).map(({ name }) => name)).toEqual(["Bo", "Ada"]);
  expect(winnersOf(tournamentView({ standings: [line(1, "Ada", { place: 1 })] }))).toEqual([]);
});

it("tells for whom a bot has played", () => {
  expect(leftOf(game(1, [4, 9], [0, 1], [true, false]))).toEqual([4]);
  expect(leftOf(game(1, [4, 9], null))).toEqual([]);
});

it("reckons to five minutes, and never with nothing", () => {
  expect(aboutText(47 * 60_000)).toBe("45 minutes");
  expect(aboutText(61 * 60_000)).toBe("1 hour");
  expect(aboutText(0)).toBe("5 minutes");
});
