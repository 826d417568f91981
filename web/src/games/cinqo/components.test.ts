import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { click, get, show, text } from "../../testing/show";
import { person, tinyTable } from "../../testing/tiny";
import type { Presence } from "../../wire/types";
import Box from "./case/Box.svelte";
import Case from "./case/Case.svelte";
import { Placing } from "./case/placing.svelte";
import Small from "./case/Small.svelte";
import SumLine from "./case/SumLine.svelte";
import MoveLine from "./review/MoveLine.svelte";
import ReplayLine from "./review/ReplayLine.svelte";
import { opensTurn } from "./review/turn";
import ScoreCard from "./scores/ScoreCard.svelte";
import Scores from "./scores/Scores.svelte";
import Setup from "./Setup.svelte";
import { cinqoView, turnResult } from "./testing";
import type { PlayEvent, Put } from "./types";

it("the emblem shows five dice and the Hi/Lo die, each whole and inside a part of the case", async () => {
  await show(Box, {});
  const emblem = document.querySelector("svg")!;
  const [left, top, across, down] = emblem.getAttribute("viewBox")!.split(" ").map(Number) as [number, number, number, number];
  expect(across / down).toBeCloseTo(1.2);
  const boxOf = (each: Element) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(each.getAttribute(name))) as [number, number, number, number];
    return { left: x, top: y, right: x + width, bottom: y + height };
  };
  const isInside = (one: ReturnType<typeof boxOf>, other: ReturnType<typeof boxOf>) => one.left >= other.left && one.top >= other.top && one.right <= other.right && one.bottom <= other.bottom;
  const parts = [...emblem.querySelectorAll(":scope > rect")].map(boxOf);
  expect(parts.every((part) => isInside(part, { left, top, right: left + across, bottom: top + down }))).toBe(true);
  const dice = [...emblem.querySelectorAll(":scope > svg")].map(boxOf);
  expect(parts.map((part) => dice.filter((die) => isInside(die, part)).length)).toEqual([3, 2, 1]);
  expect(emblem.querySelectorAll(".hilo")).toHaveLength(1);
});

it("a die of the case goes where it is touched to", async () => {
  const view = cinqoView();
  const placing = new Placing(() => view);
  placing.follow();
  await show(Case, { view, placing, active: true });
  expect(get("die-1").getAttribute("aria-label")).toBe("Die 2, will be rolled again");
  click("die-1");
  expect(get("die-1").dataset["fate"]).toBe("rack");
  click("hilo");
  expect(get("hilo").getAttribute("aria-label")).toBe("Hi/Lo die 3↑, goes into its box");
  click("bank-0");
  expect(get("bank-0").getAttribute("aria-label")).toBe("Banked die 4, moves to the Rack");
  expect(placing.put).toEqual({ type: "put", rack: [2], bank: [], from_bank: [4], box: true });
});

it("nothing of the case can be moved when it is not my turn", async () => {
  const view = cinqoView();
  const placing = new Placing(() => view);
  placing.follow();
  await show(Case, { view, placing });
  const dice = [...document.querySelectorAll("button")];
  expect(dice.every((each) => each.getAttribute("aria-disabled") === "true" && each.tabIndex === -1)).toBe(true);
  click("die-1");
  expect(placing.isUntouched).toBe(true);
});

it("a die keeps the focus wherever it goes", async () => {
  const view = cinqoView();
  const placing = new Placing(() => view);
  placing.follow();
  await show(Case, { view, placing, active: true });
  const die = get("die-1");
  die.focus();
  for (const place of ["rack", "bank", "tray"]) {
    click("die-1");
    expect(get("die-1")).toBe(die);
    expect(die.dataset["fate"]).toBe(place);
    expect(document.activeElement).toBe(die);
  }
});

it("there are as many dice in the case as there are, and nothing else is said of the Rack than where it is", async () => {
  await show(Case, { view: cinqoView({ tray: [], rack: [1, 2, 3, 4, 5], bank: [], boxed: false, hilo: 2 }) });
  expect(document.querySelectorAll("button")).toHaveLength(6);
  expect(get("hilo").dataset["fate"]).toBe("box");
});

it("between two rolls of a past turn the dice to be rolled have their places on the felt", async () => {
  const view = cinqoView({ tray: [], rack: [1, 2, 3], bank: [6], boxed: false, hilo: 2 });
  await show(Case, { view, isPast: true });
  expect(document.querySelectorAll(".awaited")).toHaveLength(1);
  expect(document.querySelector<HTMLElement>('[data-testid="case"]')!.style.getPropertyValue("--n")).toBe("2");
  document.body.replaceChildren();
  await show(Case, { view });
  expect(document.querySelectorAll(".awaited")).toHaveLength(0);
});

it("a sum is made step by step", async () => {
  const seen = (stage: "rack" | "total" | "number" | "points") => {
    document.body.replaceChildren();
    return show(SumLine, { result: turnResult(), stage, who: "Bo" }).then(() => [...document.querySelectorAll(".there b")].map((each) => text(each)));
  };
  expect(await seen("rack")).toEqual([]);
  expect(await seen("total")).toEqual(["27"]);
  expect(await seen("number")).toEqual(["27", "6"]);
  expect(await seen("points")).toEqual(["27", "6", "3", "18"]);
});

it("a straight and five of a kind say what they are", async () => {
  await show(SumLine, { result: turnResult({ kind: "straight", rack: [1, 2, 3, 4, 5], total: 15, number: 10, points: 20, hilo: -2 }), stage: "points" as const, who: "Bo" });
  expect(text()).toBe("Bo straight →10on the card ×22↓ =20points");
  document.body.replaceChildren();
  await show(SumLine, { result: turnResult({ kind: "five", rack: [2, 2, 2, 2, 2], total: 10, number: 10, points: 10 }), stage: "points" as const, who: "Bo" });
  expect(text()).toBe("Bo five of a kind in one roll =10points");
});

it("a hint's choice is read out in words", async () => {
  await show(MoveLine, { view: cinqoView(), move: { type: "put", rack: [6, 6], bank: [2], from_bank: [4], box: true } });
  expect(text(document.querySelector(".visually-hidden")!)).toBe("rack 6 6, move 4 from the Bank to the Rack, bank 2 and put the Hi/Lo die in its box");
});

it("a choice of five dice names the Hi/Lo die, which counts as it lies", async () => {
  const move: Put = { type: "put", rack: [4, 5, 6, 6, 6], bank: [], from_bank: [], box: false };
  await show(MoveLine, { view: cinqoView({ rack: [], hilo: 3, boxed: false }), move });
  expect(document.querySelectorAll(".group.box .die")).toHaveLength(1);
  document.body.replaceChildren();
  await show(MoveLine, { view: cinqoView({ rack: [], hilo: 3, boxed: true }), move });
  expect(document.querySelectorAll(".group.box")).toHaveLength(0);
  document.body.replaceChildren();
  await show(MoveLine, { view: cinqoView({ rack: [], hilo: 3, boxed: false }), move: { ...move, rack: [6, 6] } });
  expect(document.querySelectorAll(".group.box")).toHaveLength(0);
});

const marked = () => [...document.querySelectorAll(".mark")].map((each) => text(each));

const put = (changes: Partial<Extract<PlayEvent, { type: "put_away" }>>): PlayEvent => ({ type: "put_away", seat: 1, rack: [], bank: [], from_bank: [], box: false, ...changes });
it.each([
  ["the first roll of a turn, with its player", [{ type: "dice_rolled", seat: 1, roll: 1, dice: [1, 2, 3, 4, 4], hilo: -1 }], "Bo: 12344-1"],
  ["a later roll", [{ type: "dice_rolled", seat: 1, roll: 2, dice: [6, 2], hilo: null }], "62"],
  ["dice put away, those from the Bank apart", [put({ rack: [5], bank: [4, 4], from_bank: [6] })], "Bank → Rack6 Rack5 Bank44"],
  ["the Hi/Lo die put in its box", [put({ rack: [5], box: true })], "Rack5 Box3"],
  ["the end of a turn, with the die that its result has", [put({ rack: [6, 6], box: true }), { type: "turn_ended", result: turnResult({ hilo: 2, points: 18 }), score: 45 }], "Rack66 Box2 27 + 18 = 45"],
] as [string, PlayEvent[], string][])("a replay's list shows %s", async (_, events, line) => {
  await show(ReplayLine, { events, view: cinqoView(), table: tinyTable({ seats: [person("Anna", true), person("Bo")] }) });
  /** A die by its pips, or by the number and the side of the Hi/Lo die. */
  const faceOf = (die: Element) => (die.querySelector("text") ? `${die.querySelector("path")!.getAttribute("d")!.startsWith("M22.6 8.5") ? "-" : ""}${text(die)}` : String(die.querySelectorAll("circle").length));
  const read = (each: Element) => (each.classList.contains("place") ? text(each.querySelector(".label") ?? document.createElement("i")) + [...each.querySelectorAll(".die")].map(faceOf).join("") : each.classList.contains("name") ? `${text(each)}:` : text(each));
  expect([...document.querySelector(".line")!.children].map(read).join(" ")).toBe(line);
  expect(opensTurn(events), "the player's name begins a turn").toBe(line.startsWith("Bo:"));
});

it("the score card marks what the dice read on the side that the arrow names", async () => {
  await show(ScoreCard, { view: cinqoView({ number: 8, hilo: -2, points: 16, tray: [1], rack: [1, 1, 1, 2], bank: [] }) });
  expect(marked()).toEqual(["8", "6"]);
  expect(text()).toContain("Score now: 16");
  expect(text()).toContain("Best possible: 30");
});

it("a straight is no total on the card", async () => {
  await show(ScoreCard, { view: cinqoView({ number: 10, hilo: 2, points: 20, tray: [1], rack: [2, 3, 4, 5], bank: [] }) });
  expect(marked()).toEqual(["10"]);
});

it("the best total is unknown for placed dice", async () => {
  await show(ScoreCard, { view: cinqoView(), isTouched: true });
  expect(text()).toContain("Score now: 15");
  expect(text()).not.toContain("Best possible");
});

it("the Hi/Lo die is part of the choice where it was put into its box, not where a turn's end took it there", async () => {
  const sum = { result: turnResult(), stage: "points" as const };
  const isChosen = async (put: Partial<Put>) => {
    document.body.replaceChildren();
    const view = cinqoView();
    const placing = new Placing(() => view);
    placing.follow();
    placing.apply({ type: "put", rack: [], bank: [], from_bank: [], box: false, ...put });
    await show(Case, { view, placing, sum });
    return get("hilo").classList.contains("new");
  };
  expect(await isChosen({ rack: [2] })).toBe(false);
  expect(await isChosen({ rack: [2], box: true })).toBe(true);
});

it("one point is told as one", async () => {
  await show(SumLine, { result: { ...turnResult(), points: 1 }, stage: "points" as const, who: "" });
  expect(text(document.querySelector(".points")!)).toBe("=1point");
});

it("at the end of a turn the foot of the score card holds its points", async () => {
  await show(ScoreCard, { view: cinqoView(), sum: { result: { ...turnResult(), points: 12 }, stage: "points" as const } });
  expect(text(get("card"))).toContain("12 points");
});

it("the score card of a finished game has its table in the middle, in place of an empty line below", async () => {
  await show(ScoreCard, { view: cinqoView(), isOver: true });
  expect(get("card").classList.contains("over")).toBe(true);
  expect(text(get("card").querySelector(".now")!)).toBe("");
});

it("while a sum is made the score card shows its number, when it has come to that", async () => {
  const view = cinqoView({ tray: [], rack: [4, 5, 6, 6, 6], bank: [], number: null, points: null, best: 0 });
  await show(ScoreCard, { view, sum: { result: turnResult(), stage: "total" as const } });
  expect(marked()).toEqual([]);
  document.body.replaceChildren();
  await show(ScoreCard, { view, sum: { result: turnResult(), stage: "number" as const } });
  expect(marked()).toEqual(["27", "6"]);
});

it("the goal is chosen on the set-up page, but not in solitaire", async () => {
  await withMore(Promise.resolve());
  const onchange = vi.fn();
  const { options } = cinqoView();
  await show(Setup, { options: { ...options, goal: "rounds" as const }, onchange });
  const rounds = get("rounds") as HTMLInputElement;
  rounds.value = "8";
  rounds.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect(onchange).toHaveBeenLastCalledWith({ ...options, goal: "rounds", rounds: 8 });
  document.body.replaceChildren();
  await show(Setup, { options: { ...options, players: 1 }, onchange });
  expect((get("goal-rounds") as HTMLInputElement).disabled).toBe(true);
  expect(text()).toContain("Solitaire is always played to 100.");
});

it("a preview has the dice as they lie and each player's progress", async () => {
  await show(Small, { small: "40,125,0,7 1 66 5 23 -2" });
  const picture = get("small-board");
  const pips = [...picture.querySelectorAll("svg.bare:not(.hilo)")].map((die) => die.querySelectorAll("circle").length).filter(Boolean);
  expect(pips).toEqual([6, 6, 5, 2, 3]);
  expect(text(picture.querySelector(".hilo")!)).toBe("2");
  expect([...picture.querySelectorAll(":scope > text")].map((total) => text(total))).toEqual(["40", "125", "0", "7"]);
  const lanes = [...picture.querySelectorAll(".run")].map((run) => Number(run.getAttribute("width")));
  expect(lanes[1]).toBeCloseTo(60, 5);
  expect(lanes[0]).toBeCloseTo(22 + (38 * 40) / 125, 5);
  expect(picture.querySelectorAll(".turn")).toHaveLength(1);
});

it("a game in small before the first roll has no dice", async () => {
  await show(Small, { small: "0,0 0 - - - -" });
  expect(get("small-board").querySelector("svg")).toBeNull();
});

it("the race marks beside the score who is away", async () => {
  const table = tinyTable({ seats: [person("Anna", true), person("Bo")] });
  const presence = { here: [true, false], away: [false, false], watching: 0, idle: null } as unknown as Presence;
  await show(Scores, { view: cinqoView({ scores: [10, 20] }), table, presence });
  expect([0, 1].map((seat) => get(`score-${seat}`).querySelector("[data-sign=away]") !== null)).toEqual([false, true]);
});
