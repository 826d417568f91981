import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { click, get, resize, show, text } from "../../testing/show";
import { person, tinyTable } from "../../testing/tiny";
import Board from "./board/Board.svelte";
import Box from "./board/Box.svelte";
import { place } from "./board/geometry";
import Small from "./board/Small.svelte";
import Hand from "./cards/Hand.svelte";
import { opensTurn } from "./review/replay";
import ReplayLine from "./review/ReplayLine.svelte";
import Setup from "./Setup.svelte";
import SeatFacts from "./table/SeatFacts.svelte";
import { board, cincoView } from "./testing";
import type { PlayEvent } from "./types";

const labelOf = (space: number) => get(`space-${space}`).getAttribute("aria-label");

describe("the board", () => {
  it("says of each space what it is", async () => {
    const view = cincoView({ board: board({ 1: 0, 2: 1 }), last_space: 2 });
    await show(Board, { view, cardFor: (space: number) => (space === 63 ? 57 : null) });
    expect([1, 2, 3, 63].map(labelOf)).toEqual(["Space 1, blue", "Space 2, red, last token placed", "Space 3, free", "Space 63, free, within reach of 57"]);
  });

  it("numbers the spaces of a hint's options, and outlines the best one", async () => {
    await show(Board, { view: cincoView(), hinted: 63, options: new Map([[63, 1], [12, 3]]) });
    expect([63, 12].map((space) => text(get(`option-${space}`)))).toEqual(["1", "3"]);
    const spaces = (marked: string) => [...document.querySelectorAll(marked)].map((each) => each.getAttribute("data-space")).sort();
    expect(spaces(".hinted")).toEqual(["63"]);
    expect(spaces(".offered")).toEqual(["12", "63"]);
  });

  it("rings the spaces that a question speaks of", async () => {
    await show(Board, { view: cincoView(), marks: [63, 64] });
    expect([...document.querySelectorAll(".marked")].map((each) => each.getAttribute("data-space")).sort()).toEqual(["63", "64"]);
  });

  it("joins the spaces that won by one band, below their tokens, and the other tokens step back", async () => {
    const winning = [10, 11, 28, 48, 75];
    await show(Board, { view: cincoView({ board: board({ 1: 1, ...Object.fromEntries(winning.map((space) => [space, 0])) }), winning }) });
    expect(document.querySelectorAll(".won > .band")).toHaveLength(1);
    expect(document.querySelectorAll(".won > g .token")).toHaveLength(5);
    expect(document.querySelectorAll(".over .space .dropped")).toHaveLength(1);
    const turns = [...document.querySelectorAll<SVGElement>(".won > g")].map((each) => each.style.getPropertyValue("--turn"));
    expect(turns).toEqual(["0", "1", "2", "3", "4"]);
  });

  it("shows a token that is only proposed as a ghost, and one that answers a study whole", async () => {
    await show(Board, { view: cincoView(), proposed: { space: 63, team: 0, isGiven: false } });
    expect(document.querySelectorAll('[data-space="63"] .ghost')).toHaveLength(1);
    document.body.replaceChildren();
    await show(Board, { view: cincoView(), proposed: { space: 63, team: 0, isGiven: true } });
    expect(document.querySelectorAll('[data-space="63"] .token')).toHaveLength(1);
    expect(document.querySelectorAll('[data-space="63"] .ghost')).toHaveLength(0);
  });

  it("tells which space was touched, and when none was", async () => {
    const ontouch = vi.fn();
    const onbackground = vi.fn();
    await show(Board, { view: cincoView(), ontouch, onbackground });
    click("space-57");
    expect(ontouch).toHaveBeenCalledExactlyOnceWith(57, false, expect.any(Number));
    click("board");
    expect(onbackground).toHaveBeenCalledOnce();
  });

  it("is one stop of the Tab key, and walked with arrows", async () => {
    const ontouch = vi.fn();
    await show(Board, { view: cincoView(), ontouch });
    const press = (key: string) => {
      get("board").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      flushSync();
    };
    const stops = () => [...document.querySelectorAll('[tabindex="0"]')].map((each) => each.getAttribute("data-space"));
    expect(stops()).toEqual(["1"]);
    press("ArrowRight");
    expect(stops()).toEqual(["2"]);
    press("Enter");
    expect(ontouch).toHaveBeenCalledExactlyOnceWith(2, true, expect.any(Number));
  });
});

it("a hand shows where each card may go, and which one is chosen", async () => {
  const onchoose = vi.fn();
  await show(Hand, { view: cincoView({ reach: [...cincoView().reach, { card: 88, spaces: [] }] }), chosen: 57, onchoose });
  expect(get("card-12").getAttribute("aria-label")).toBe("Card 12 reaches 2 spaces");
  expect(text(get("card-12"))).toContain("12–63");
  expect(get("card-57").getAttribute("aria-pressed")).toBe("true");
  expect(text(get("card-88"))).toContain("✕");
  click("card-12");
  expect(onchoose).toHaveBeenCalledExactlyOnceWith(12);
});

it("a seat shows its cards, its team's tokens and its last move", async () => {
  const view = cincoView({ hand_sizes: [2, 3], tokens_left: [35, 30] });
  const event: PlayEvent = { type: "played", seat: 1, card: 9, space: 40, line: 1, blocks: 0, blocked_team: null };
  await show(SeatFacts, { view, seat: 1, many: false, history: [{ type: "game", event }] });
  expect(text()).toContain("Red, 3 cards · 30 tokens left");
  expect(text(get("last-1"))).toContain("Last move: Play 9 on 40");
  document.body.replaceChildren();
  await show(SeatFacts, { view, seat: 0, many: true, history: [{ type: "game", event }] });
  expect(text()).not.toContain("Last move");
  document.body.replaceChildren();
  await show(SeatFacts, { view, seat: 1, many: true, history: [{ type: "game", event }] });
  const signs = () => [...get("last-1").querySelectorAll("[aria-hidden]")].map((each) => `${each.className.split(" ")[0]} ${each.textContent}`);
  expect(signs()).toEqual(["card 9", "place 40"]);
  document.body.replaceChildren();
  await show(SeatFacts, { view, seat: 1, many: true, history: [{ type: "game", event: { type: "drew", seat: 1, card: null } }] });
  expect(signs()).toEqual(["card +1"]);
});

it.each([
  [844, 2, "3 cards 30 tokens", "Play 9 on 40"],
  [700, 2, "3 30", "940"],
  [844, 3, "3 30", "940"],
] as const)("on a phone %i pixels high, a seat of %i tells its facts in words where they have room", async (height, players, facts, last) => {
  resize(390, height);
  const view = cincoView({ options: { ...cincoView().options, players, teams: players }, hand_sizes: [2, 3, 1], tokens_left: [35, 30, 30] });
  const event: PlayEvent = { type: "played", seat: 1, card: 9, space: 40, line: 1, blocks: 0, blocked_team: null };
  await show(SeatFacts, { view, seat: 1, many: false, history: [{ type: "game", event }] });
  const seen = (within: string) => [...document.querySelectorAll(`${within} > [aria-hidden]`)].map((each) => text(each));
  expect(seen(".facts").join(" ")).toBe(facts);
  expect(seen(".last").join("")).toBe(last);
});

it.each([
  ["a card played", [{ type: "played", seat: 1, card: 49, space: 80, line: 3, blocks: 0, blocked_team: null }], "Bo plays 49 on 80: three in a row.", "t1", false],
  ["a card drawn", [{ type: "drew", seat: 0, card: 27 }], "You draw 27.", "t0", true],
  ["a shuffle, which no team does", [{ type: "reshuffled", count: 12 }], "The 12 discarded cards are shuffled into a new draw pile.", "", true],
] as [string, PlayEvent[], string, string, boolean][])("a replay's list shows %s, with the token of the team", async (_, events, words, token, isQuiet) => {
  await show(ReplayLine, { events, view: cincoView(), table: tinyTable({ seats: [person("Anna", true), person("Bo")] }, { options: cincoView().options }) });
  expect(text()).toBe(words);
  expect([...document.querySelectorAll(".token")].map((each) => [...each.classList].find((name) => /^t\d/.test(name)) ?? "").join()).toBe(token);
  expect(document.querySelector(".line")!.classList.contains("muted")).toBe(isQuiet);
  expect(opensTurn(events), "a card begins a turn").toBe(!isQuiet);
});

it("the variant is chosen on the set-up page", async () => {
  const onchange = vi.fn();
  const { options } = cincoView();
  await show(Setup, { options, onchange });
  click("joker");
  expect(onchange).toHaveBeenLastCalledWith({ ...options, joker: true });
});

it("a board in small has each team's tokens and rings the last", async () => {
  await show(Small, { small: "01" + ".".repeat(38) + "a" + ".".repeat(49) });
  const paths = [...get("small-board").querySelectorAll("path")].map((path) => (path.getAttribute("d") ?? "").split("M").length - 1);
  expect(paths).toEqual([87, 2, 1, 0]);
  const ring = get("small-board").querySelector("circle")!;
  const { x, y } = place(41);
  expect([Number(ring.getAttribute("cx")), Number(ring.getAttribute("cy"))]).toEqual([x, y]);
});

it("a board in small without tokens rings none", async () => {
  await show(Small, { small: ".".repeat(90) });
  expect(get("small-board").querySelector("circle")).toBeNull();
});

it("the spaces that won light up in order, from one end of the line to the other", async () => {
  await show(Board, { view: cincoView({ winning: [13, 3, 26, 50] }) });
  expect([...document.querySelectorAll(".won > g")].map((each) => text(each))).toEqual(["3", "13", "26", "50"]);
});

it("the emblem shows a part of the board with a line of five, and cuts no space off", async () => {
  await show(Box, {});
  const [left, top, across, down] = document.querySelector("svg")!.getAttribute("viewBox")!.split(" ").map(Number) as [number, number, number, number];
  expect(across / down).toBeCloseTo(1.2);
  const places = (selector: string) => [...document.querySelectorAll(selector)].map((each) => /translate\((\S+) (\S+)\)/.exec(each.getAttribute("transform")!)!.slice(1).map(Number) as [number, number]);
  const cells = places(".cell");
  expect(cells).toHaveLength(19);
  for (const [x, y] of cells) {
    expect(Math.abs(x) + 0.87).toBeLessThan(Math.min(-left, left + across));
    expect(Math.abs(y) + 1).toBeLessThanOrEqual(Math.min(-top, top + down));
  }
  const line = places("svg > g:has(.t0)");
  expect(line).toHaveLength(5);
  const [first, second] = line as [[number, number], [number, number]];
  const step = [second[0] - first[0], second[1] - first[1]];
  expect(Math.hypot(...step)).toBeCloseTo(Math.sqrt(3), 2);
  line.forEach(([x, y], at) => {
    expect(x).toBeCloseTo(first[0] + at * step[0]!, 2);
    expect(y).toBeCloseTo(first[1] + at * step[1]!, 2);
  });
  expect(document.querySelector("svg text")).toBeNull();
});
