import { flushSync } from "svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { click, get, show, text } from "../../testing/show";
import { TINY, tinyTable, tinyView } from "../../testing/tiny";
import type { Judged, Next, Option, PlayEvent, Replay, TurningPoint, View } from "../../wire/types";
import Choice from "./Choice.svelte";
import Graph from "./graph/Graph.svelte";
import Mistakes from "./Mistakes.svelte";
import MoveList from "./MoveList.svelte";
import Summary from "./Summary.svelte";
import Sums from "./Sums.svelte";
import Teaser from "./Teaser.svelte";
import Turns from "./Turns.svelte";
import { judged, mistake, review, uncertain } from "./testing";
import { changeText, howText, turningText, worthText } from "./words";

vi.mock("../../games", () => import("../../testing/tiny"));
beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

const NAMES = ["Anna", "Bo"];
const TEAMS = [null, null];
const part = { Scene: (() => ({})) as never, MoveLine: TINY.table as never };
const MoveLine = vi.fn();
const withLines = { ...part, MoveLine: ((_: unknown, { move }: { move: { points: number } }) => void MoveLine(move.points)) as never };
const view = tinyView() as unknown as View;

describe("the graph", () => {
  it("is a slider that states the value of each step to all seats", async () => {
    const onmove = vi.fn();
    await show(Graph, { review: review(), names: NAMES, teams: TEAMS, at: 3, onmove });
    const slider = get("graph") as HTMLInputElement;
    expect([slider.min, slider.max, slider.value]).toEqual(["0", "8", "3"]);
    expect(slider.getAttribute("aria-label")).toBe("Winning chances, step by step");
    expect(slider.getAttribute("aria-valuetext")).toBe("Step 3 of 8: Anna 62% and Bo 38%");
    expect(text(document.getElementById(slider.getAttribute("aria-describedby")!)!)).toContain("Anna: 50% at the start, 0% at lowest, 62% at highest, 0% at the end.");
    slider.value = "5";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    expect(onmove).toHaveBeenCalledExactlyOnceWith(5);
  });

  it("numbers the turning points, also without the names", async () => {
    await show(Graph, { review: review(), names: NAMES, teams: TEAMS, at: 3, onmove: () => undefined, hasLegend: false });
    expect([...document.querySelectorAll(".number")].map((each) => text(each))).toEqual(["1"]);
    expect(document.querySelector("ul")).toBeNull();
  });

  it("has no two seats with the same sign", async () => {
    await show(Graph, { review: review(), names: NAMES, teams: TEAMS, at: 3, onmove: () => undefined });
    const signs = [...document.querySelectorAll(".sign")].map((each) => each.getAttribute("d"));
    expect(new Set(signs).size).toBe(2);
  });
});

describe("the sums", () => {
  it("have luck and choices of all seats, the reader's first", async () => {
    await show(Sums, { review: review(), names: NAMES, teams: TEAMS, you: 1 });
    expect(text(get("sums"))).toBe("Bo You found the best move 3 out of 3 times. luck +30% decisions 0%Anna Accuracy: 72 of 100 Found the best move 2 out of 3 times. luck +12% decisions −32%");
    expect(document.querySelectorAll(".cost")).toHaveLength(1);
  });

  it("leave the accuracy to a summary that states it", async () => {
    await show(Sums, { review: review(), names: NAMES, teams: TEAMS, you: 1, hasAccuracy: false });
    expect(document.querySelector('[data-testid="accuracy"]')).toBeNull();
  });

  it("say how many rounds were saved, where rounds count", () => {
    expect([changeText(1.25, "rounds"), changeText(-0.5, "rounds"), worthText(-11.44, "rounds")]).toEqual(["−1.3 rounds", "+0.5 rounds", "11.4 rounds"]);
    expect([changeText(0.014, "chance"), changeText(-0.1, "chance"), worthText(0.404, "chance")]).toEqual(["+1.4%", "−10%", "40%"]);
    expect([howText(review()), howText({ simulations: 0, exact: true })].join(" ")).toContain("playing on 400 times. All chances are exact.");
  });
});

describe("a turning point", () => {
  it("names its reason, and the reader as “you”", () => {
    const point = (source: "luck" | "error" | "others", change: number): TurningPoint => ({ since: 2, ply: 3, turn: 2, seat: 0, source, by_seat: [change, -change] });
    expect(turningText(point("luck", 0.1), "chance", NAMES, 0)).toBe("Turn 2: your luck (+10%\u00a0to\u00a0win)");
    expect(turningText(point("error", -0.2), "chance", NAMES, 1)).toBe("Turn 2: Anna’s decision (−20%\u00a0to\u00a0win)");
    expect(turningText(point("others", 0.3), "chance", NAMES, 1)).toBe("Turn 2: the opponent’s play helps Anna (+30%\u00a0to\u00a0win)");
    expect(turningText(point("others", -0.3), "chance", NAMES, 0)).toBe("Turn 2: your opponent’s play hurts you (−30%\u00a0to\u00a0win)");
    expect(turningText(point("others", -0.3), "chance", [...NAMES, "Cleo"], 0)).toBe("Turn 2: the others’ play hurts you (−30%\u00a0to\u00a0win)");
  });
});

describe("the list of turning points", () => {
  const point = (ply: number, seat: number, source: "luck" | "error" | "others", change: number): TurningPoint => ({ since: ply - 1, ply, turn: ply, seat, source, by_seat: [change, change] });
  const points = [point(2, 0, "error", -0.32), point(4, 1, "luck", 0.1), point(6, 0, "others", 0.05)];

  it("says whose turn it was, what happened, and by how much; each leads to its step", async () => {
    const ongo = vi.fn();
    await show(Turns, { review: review({ turning_points: points }), names: ["You", "Bo"], at: 4, ongo, titled: "turns" });
    expect([...document.querySelectorAll("li")].map((each) => text(each))).toEqual(["1 Turn 2 · You · decision −32%", "2 Turn 4 · Bo · luck +10%", "3 Turn 6 · You · opponent’s play +5%"]);
    expect(get("turn-4").getAttribute("aria-current")).toBe("step");
    click("turn-6");
    expect(ongo).toHaveBeenCalledExactlyOnceWith(6);
  });

  it("speaks of others where there are several opponents", async () => {
    await show(Turns, { review: review({ turning_points: points }), names: ["You", "Bo", "Cleo"], at: 0, ongo: vi.fn(), titled: "turns" });
    expect(text(get("turn-6"))).toContain("others’ play");
  });
});

describe("the summary", () => {
  it("speaks of lessons to players, and of a walk to spectators", async () => {
    const given = { title: "Bo wins", review: review(), names: NAMES, teams: TEAMS, hasMistakes: true, onlearn: vi.fn() };
    await show(Summary, { ...given, you: 0 });
    expect(text(get("learn"))).toBe("Learn from your mistakes");
    document.body.replaceChildren();
    await show(Summary, { ...given, you: null });
    expect(text(get("learn"))).toBe("Go through the mistakes");
  });
});

describe("the mistakes", () => {
  const many = [mistake(1, 0.05), mistake(2, 0.4, { seat: 1 }), mistake(3, 0.2), judged(4), mistake(5, 0.1, { seat: 1 }), mistake(6, 0.06), mistake(7, 0.07)];
  const given = (choices: readonly Judged[], ongo = vi.fn()) => ({ review: review({ choices }), names: NAMES, you: 0, at: 3, part: withLines, viewAt: () => view, hrefOf: (ply: number) => `?ply=${ply}`, ongo });
  const plies = () => [...document.querySelectorAll('[data-testid^="mistake-"]')].map((each) => each.getAttribute("data-testid")!.slice(8));

  it("are listed, the reader's own first, the costliest first, and the rest on request", async () => {
    const ongo = vi.fn();
    await show(Mistakes, given(many, ongo));
    expect(plies()).toEqual(["3", "7", "6", "1"]);
    expect(text(get("mistake-3"))).toContain("Turn 2−20%");
    expect(get("mistake-3").getAttribute("aria-current")).toBe("step");
    expect(text(get("others-mistakes"))).toBe("Show the other players’ mistakes (2)");
    click("others-mistakes");
    expect(plies()).toEqual(["3", "7", "6", "1", "2", "5"]);
    expect(text(get("mistake-2"))).toContain("Turn 1 · Bo−40%");
    click("mistake-6");
    expect(ongo).toHaveBeenCalledExactlyOnceWith(6);
  });

  it("may be none", async () => {
    await show(Mistakes, given([judged(4)]));
    expect(text()).toBe("No clear mistakes.");
  });
});

describe("the steps of a replay", () => {
  const step = (seat: number) => ({ seat, chance: null, events: [{ type: "added", seat, secret: seat }] as unknown as PlayEvent[], view });
  const replay = { steps: [step(0), step(1), step(0)], table: tinyTable() } as unknown as Replay;
  const begun = () => [...document.querySelectorAll("li")].map((each) => each.classList.contains("opens"));

  it("stand together with the one that begins their turn", async () => {
    const opensTurn = (events: readonly PlayEvent[]) => (events[0] as unknown as { seat: number }).seat === 0;
    await show(MoveList, { replay, opensTurn, at: 0, ongo: () => undefined });
    expect(begun()).toEqual([true, false, true]);
  });

  it("stand in the line of the step that they answer, and the turns have numbers", async () => {
    const seatOf = (events: readonly PlayEvent[]) => (events[0] as unknown as { seat: number }).seat;
    await show(MoveList, { replay, opensTurn: (events) => seatOf(events) === 0, answers: (events) => seatOf(events) === 1, at: 1, ongo: () => undefined });
    expect([...document.querySelectorAll("li")].map((each) => each.querySelectorAll("button").length)).toEqual([2, 1]);
    expect([...document.querySelectorAll(".turn")].map((each) => text(each))).toEqual(["1", "2"]);
  });

  it("are turns of their own where the game does not say", async () => {
    await show(MoveList, { replay, at: 0, ongo: () => undefined });
    expect(begun()).toEqual([true, true, true]);
  });
});

describe("a choice", () => {
  const given = (choice: Judged, again: string | null = null) => ({ choice, review: review(), names: NAMES, you: 1, part: withLines, view, again });

  it("stands beside what was better, and why", async () => {
    MoveLine.mockClear();
    await show(Choice, given(mistake(5, 0.32), "/study"));
    expect(MoveLine.mock.calls).toEqual([[1], [3]]);
    expect(text(get("choice"))).toBe("Turn 3 · A mistake by Anna. Try again from here tiny.review.reason.wins Played 30% Better 62%");
    expect(get("try-again").getAttribute("href")).toBe("/study");
  });

  const next = (code: string, params: Next["params"], chance: number | null, seat: number | null = null): Next => ({ code, params, chance, seat });

  it("says what either leads to, and shows one of them", async () => {
    const { chosen, best } = mistake(5, 0.32);
    const choice = mistake(5, 0.32, {
      chosen: { ...chosen, continuation: [next("danger", {}, 0.2, 0), next("token", { space: 40 }, 0.614, 1)] },
      best: { ...best, continuation: [next("play", { card: 20, space: 65 }, 0.75, 0)] },
    });
    const numbersOf = ({ continuation }: Option) => continuation.map(({ code }, at) => (code === "danger" ? null : at + 2));
    const props = { ...given(choice), part: { ...withLines, numbersOf }, review: review() };
    await show(Choice, props);
    const numbers = () => [...document.querySelectorAll(".number")].map((each) => text(each));
    expect(numbers(), "those on the board, which shows one").toEqual(["2"]);
    expect(text(get("choice"))).toContain("30% tiny.review.next.danger tiny.review.next.token");
    expect(text(get("choice"))).toMatch(/62% 2 ?tiny.review.next.play/);
    const [first, second] = [get("show-chosen"), get("show-best")] as HTMLInputElement[];
    expect([first!.checked, second!.checked]).toEqual([false, true]);
    first!.click();
    flushSync();
    expect([first!.checked, second!.checked]).toEqual([true, false]);
    expect(numbers()).toEqual(["3"]);
  });

  it("is told to its own player as theirs", async () => {
    await show(Choice, { ...given(mistake(5, 0.32)), you: 0 });
    expect(text(get("choice"))).toBe("Turn 3 · Your mistake. tiny.review.reason.wins You played 30% Better 62%");
  });

  it("is praised when nothing was better, and then stands alone", async () => {
    await show(Choice, given(judged(5), "/study"));
    expect(text(get("choice"))).toBe("Turn 3 · Anna found the best move. Played 30%");
    expect(document.querySelector('[data-testid="try-again"]')).toBeNull();
  });

  it("may be as good as the best, which is then not told apart", async () => {
    await show(Choice, given(mistake(5, 0, { verdict: "close", reasons: [] })));
    expect(text(get("choice"))).toBe("Turn 3 · Anna’s move was as good as the best. Played 30%");
  });
});

it("a choice that cannot be judged is said to be uncertain, with both choices and their interval, and is no mistake", async () => {
  const found = review({ choices: [uncertain(5)], seats: review().seats.map((each) => ({ ...each, uncertain: each.seat === 0 ? 2 : 0 })) });
  await show(Choice, { choice: uncertain(5), review: found, names: NAMES, you: 0, part: withLines, view, again: "/study" });
  expect(text(get("choice"))).toContain("Uncertain: another choice may have been better for you (+5 ± 7.8%). You played 30% perhaps better 35%");
  expect(document.querySelector('[data-testid="try-again"]')).toBeNull();
  expect(document.querySelector(".better")).toBeNull();
  await show(Sums, { review: found, names: NAMES, teams: TEAMS, you: 0 });
  expect(text(get("sums"))).toContain("2 choices were too uncertain to judge.");
  await show(Mistakes, { review: found, names: NAMES, you: 0, at: 5, part, viewAt: () => view, hrefOf: String, ongo: () => undefined });
  expect(text(document.body)).toContain("No clear mistakes.");
});

it("a phone gets what decided the game in one line", async () => {
  const found = { review: review({ turning_points: [{ since: 0, ply: 2, turn: 1, seat: 1, source: "luck", by_seat: [-0.1, 0.1] }, ...review().turning_points] }), is_final: true };
  await show(Teaser, { view: tinyTable({ status: "ended" }), found, isBrief: true });
  expect(text(get("review"))).toBe("What decided it: Turn 3: your decision (−32% to win)");
  await show(Teaser, { view: tinyTable({ status: "ended" }), found, isBrief: true, hasGraph: false });
  expect(text(get("decided"))).toBe("Turn 3: your decision (−32% to win)");
});

it("a few lines lead from the result to the whole review", async () => {
  const table = tinyTable({ status: "ended" });
  await show(Teaser, { view: table, found: { review: review(), is_final: true } });
  flushSync();
  expect(get("review").getAttribute("href")).toBe(`/t/${table.id}/review`);
  expect(text(get("review"))).toBe("Review the game What decided it: Turn 3: your decision (−32% to win) Accuracy: 72 of 100 · You found the best move 2 out of 3 times. Luck: +12% to win.");
});
