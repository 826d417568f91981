// @vitest-environment node
import { describe, expect, it } from "vitest";
import { cinqoView, endOfTurn, turnResult } from "../testing";
import type { CinqoView, PlayEvent } from "../types";
import { GRACE, MOST_BEHIND, Presentation } from "./presentation";
import { type Stage, lastTurn, unfold } from "./unfold";

/** Return the frames shown from a moment on, as (time, frame). */
function film(presentation: Presentation, now: number): [number, Stage | "roll" | "put"][] {
  const seen: [number, Stage | "roll" | "put"][] = [];
  for (;;) {
    const { frame, until } = presentation.at(now);
    seen.push([now, frame.sum?.stage ?? (frame.view.to_move === null ? "put" : "roll")]);
    if (until === null) return seen;
    now = until;
  }
}

/** A turn of seat 1 of five rolls with one die racked each, reported at once or one by one. */
function longTurn(): { first: CinqoView; steps: { view: CinqoView; events: PlayEvent[] }[] } {
  const first = cinqoView({ turn_of: 1, to_move: 1, roll: 1, tray: [1, 2, 3, 4, 6], rack: [], bank: [], boxed: true });
  const steps = [2, 3, 4].map((roll) => {
    const rack = Array.from({ length: roll - 1 }, () => 6);
    const tray = [...Array.from({ length: 5 - roll }, (_, at) => at + 1), 6];
    const events: PlayEvent[] = [
      { type: "put_away", seat: 1, rack: [6], bank: [], from_bank: [], box: false },
      { type: "dice_rolled", seat: 1, roll, dice: tray, hilo: null },
    ];
    return { view: { ...first, roll, rack, tray }, events };
  });
  const result = turnResult({ rack: [6, 6, 6, 6, 2], total: 26, number: 5, points: 15 });
  const events: PlayEvent[] = [
    { type: "put_away", seat: 1, rack: [6], bank: [], from_bank: [], box: false },
    { type: "dice_rolled", seat: 1, roll: 5, dice: [2], hilo: null },
    { type: "turn_ended", result, score: 15 },
    { type: "dice_rolled", seat: 0, roll: 1, dice: [1, 1, 2, 2, 3], hilo: 1 },
  ];
  const view = cinqoView({ roll: 1, tray: [1, 1, 2, 2, 3], rack: [], bank: [], hilo: 1, scores: [0, 15], history: [result], round: 2 });
  return { first, steps: [...steps, { view, events }] };
}

describe("the frames of one update", () => {
  it("the dice go away, the sum is made in the final Rack, and only then the next roll lies", () => {
    const { before, events, after } = endOfTurn();
    const frames = unfold(before, events, after);
    expect(frames.map(({ sum }) => sum?.stage ?? null)).toEqual([null, "rack", "total", "number", "points", null]);
    expect(frames[0]!.view).toMatchObject({ rack: [5, 6, 6, 6], bank: [4], tray: [], turn_of: 1 });
    expect(frames[1]!.view).toMatchObject({ rack: [4, 5, 6, 6, 6], bank: [], scores: [0, 0], history: [] });
    expect(frames[4]!.view).toMatchObject({ scores: [0, 18], turn_of: 1 });
    expect(frames[5]!.view).toBe(after);
  });

  it("says nothing of what dice are worth but what the server said", () => {
    const { before, events, after } = endOfTurn();
    for (const { view } of unfold(before, events, after).slice(1, -1)) expect(view).toMatchObject({ number: null, points: null, best: 0, to_move: null });
  });

  it("my own dice lie already where I put them", () => {
    const { before, events, after } = endOfTurn(1);
    expect(unfold(before, events, after)[0]!.sum?.stage).toBe("rack");
  });

  it("a fifth roll is seen before it is racked, and a five of a kind before it is scored", () => {
    const { steps } = longTurn();
    const frames = unfold(steps[2]!.view, steps[3]!.events, steps[3]!.view);
    expect(frames[1]!.view).toMatchObject({ roll: 5, tray: [2], rack: [6, 6, 6, 6] });
    const { before, events, after } = endOfTurn();
    const five = turnResult({ seat: 0, rack: [2, 2, 2, 2, 2], kind: "five", points: 10 });
    const again: PlayEvent[] = [...events.slice(0, 2), { type: "dice_rolled", seat: 0, roll: 1, dice: five.rack, hilo: 1 }, { type: "turn_ended", result: five, score: 10 }, events[2]!];
    const then = { ...after, bonus: true, scores: [10, 18], history: [...after.history, five] };
    expect(unfold(before, again, then)[5]!.view).toMatchObject({ roll: 1, tray: five.rack, rack: [], boxed: false, turn_of: 0 });
    expect(unfold(before, again, then).at(-1)!.view).toBe(then);
  });

  it("at the end of the game the sum is made, and then the end is shown", () => {
    const { before, events, after } = endOfTurn();
    const end: CinqoView = { ...after, ...before, tray: [], bank: [], rack: [4, 5, 6, 6, 6], viewer: null, scores: [0, 18], history: after.history, outcome: { termination: "hundred", winners: [1] } };
    expect(unfold(before, events.slice(0, 2), end).map(({ sum, view }) => sum?.stage ?? view.outcome?.termination)).toEqual([undefined, "rack", "total", "number", "points", "hundred"]);
  });

  it("only the current view is shown if the events do not lead to it", () => {
    const { before, events, after } = endOfTurn();
    expect(unfold(before, events, { ...after, tray: [6, 6, 6, 6, 5] })).toHaveLength(1);
  });
});

describe("the end of the last turn, in a game that is looked back at", () => {
  const result = turnResult({ rack: [4, 5, 6, 6, 6], hilo: 3, points: 18 });
  const between = cinqoView({ roll: 0, tray: [], rack: [], bank: [], hilo: null, history: [turnResult({ points: 1 }), result] });

  it("is shown with its sum until the next dice fall", () => {
    expect(lastTurn(between)).toMatchObject({ view: { turn_of: 1, rack: [4, 5, 6, 6, 6], hilo: 3, boxed: true }, sum: { result, stage: "points" } });
  });

  it("stays with its sum after the game", () => {
    const over = { ...between, rack: [4, 5, 6, 6, 6], hilo: 3 as const, outcome: {} as CinqoView["outcome"] };
    expect(lastTurn(over)).toEqual({ view: over, sum: { result, stage: "points" } });
    expect(lastTurn({ ...over, rack: [4, 5] })).toBeNull();
  });

  it("is over once a die of the next turn has fallen, and not there before the first turn or in a turn broken off", () => {
    expect(lastTurn({ ...between, roll: 1, tray: [1, 2, 3, 4, 5] })).toBeNull();
    expect(lastTurn({ ...between, roll: 2, rack: [1] })).toBeNull();
    expect(lastTurn({ ...between, history: [] })).toBeNull();
    expect(lastTurn({ ...between, outcome: {} as CinqoView["outcome"] })).toBeNull();
  });
});

describe("one thing after another", () => {
  it("an end of a turn is held for about three seconds, and scores come with the points", () => {
    const { before, events, after } = endOfTurn(1);
    const presentation = new Presentation(before, 0);
    presentation.arrive(after, events, 10_000);
    expect(film(presentation, 10_000)).toEqual([[10_000, "rack"], [10_450, "total"], [11_050, "number"], [11_750, "points"], [13_050, "roll"]]);
  });

  it("knows how many events the board does not show yet", () => {
    const { first, steps } = longTurn();
    const presentation = new Presentation(first, 0);
    const untold = (now: number) => presentation.at(now).untold;
    presentation.arrive(steps[0]!.view, steps[0]!.events, 0);
    expect(untold(0)).toBe(2);
    expect(untold(850)).toBe(1); // the die is put away
    presentation.arrive(steps[1]!.view, steps[1]!.events, 850);
    expect(untold(850)).toBe(3);
    expect(untold(60_000)).toBe(0);
  });

  it("a short turn of a bot is told in full, however quick the bot was", () => {
    const { first, steps } = longTurn();
    const presentation = new Presentation(first, 0);
    presentation.arrive(steps[0]!.view, steps[0]!.events, 600);
    presentation.arrive(steps[1]!.view, steps[1]!.events, 1200);
    expect(film(presentation, 1200).map(([, what]) => what)).toEqual(["put", "roll", "put", "roll"]);
  });

  it("is never behind by more than a few seconds, and still shows every throw of a long turn", () => {
    const { first, steps } = longTurn();
    const presentation = new Presentation(first, 0);
    for (const { view, events } of steps) presentation.arrive(view, events, 0);
    const seen = film(presentation, 0);
    expect(seen.map(([, what]) => what)).toEqual(["roll", "put", "roll", "put", "roll", "put", "roll", "put", "put", "rack", "total", "number", "points", "roll"]);
    expect(seen.at(-1)![0]).toBeCloseTo(MOST_BEHIND);
  });

  it("leaves out the oldest when even hurrying will not do", () => {
    const { before, events, after } = endOfTurn();
    const presentation = new Presentation(before, 0);
    let view = before;
    for (let turn = 1; turn <= 10; turn++) {
      const history = Array.from({ length: turn }, () => turnResult());
      const next = { ...after, scores: [0, 18], history };
      presentation.arrive(next, events, 0);
      view = { ...before, history };
      presentation.arrive(view, [{ type: "dice_rolled", seat: 1, roll: 1, dice: [], hilo: null }], 0);
    }
    expect(film(presentation, 0).at(-1)![0]).toBeLessThanOrEqual(MOST_BEHIND);
    expect(film(presentation, MOST_BEHIND)).toHaveLength(1);
    expect(presentation.at(MOST_BEHIND).frame.view).toBe(view);
  });

  it("a page that slept is up to date at once", () => {
    const { before, events, after } = endOfTurn();
    const presentation = new Presentation(before, 0);
    presentation.arrive(after, events, 100);
    expect(presentation.at(60_000)).toMatchObject({ frame: { view: after }, until: null });
  });

  it("an update without events is shown at once", () => {
    const { before, events, after } = endOfTurn();
    const presentation = new Presentation(before, 0);
    presentation.arrive(after, events, 100);
    const later = { ...after, roll: 2 };
    presentation.arrive(later, [], 200);
    expect(presentation.at(200).frame.view).toBe(later);
  });

  it("the same position seen from another seat does not cut a sum short", () => {
    const { before, events, after } = endOfTurn(1);
    const presentation = new Presentation(before, 0);
    presentation.arrive(after, events, 100);
    presentation.arrive({ ...after, viewer: 0 }, [], 150);
    expect(presentation.at(150).frame.sum?.stage).toBe("rack");
    expect(presentation.at(9000).frame.view.viewer).toBe(0);
  });

  it("a move of mine is answered at once", () => {
    const { first, steps } = longTurn();
    const presentation = new Presentation({ ...first, viewer: 1 }, 0);
    presentation.arrive({ ...steps[0]!.view, viewer: 1 }, steps[0]!.events, 50);
    expect(presentation.at(50)).toMatchObject({ frame: { view: { roll: 2 } }, until: null });
  });

  it("is slower at a slow table", () => {
    const { before, events, after } = endOfTurn(1);
    const presentation = new Presentation(before, 0, () => 1.5);
    presentation.arrive(after, events, 0);
    expect(presentation.at(0).until).toBe(675);
  });

  it("under reduced motion the sum is there at once, and for a moment only", () => {
    const { before, events, after } = endOfTurn(1);
    const presentation = new Presentation(before, 0, () => 1, () => true);
    presentation.arrive(after, events, 0);
    expect(film(presentation, 0)).toEqual([[0, "points"], [900, "roll"]]);
  });
});

describe("a tap", () => {
  it("goes from a sum to the next turn", () => {
    const { before, events, after } = endOfTurn(1);
    const presentation = new Presentation(before, 0);
    presentation.arrive(after, events, 0);
    presentation.skip(GRACE);
    expect(presentation.at(GRACE).frame.view).toBe(after);
  });

  it("goes from a bot's throw to what the turn brings, and then on", () => {
    const { first, steps } = longTurn();
    const presentation = new Presentation(first, 0);
    for (const { view, events } of steps) presentation.arrive(view, events, 0);
    presentation.skip(GRACE);
    expect(presentation.at(GRACE).frame.sum?.stage).toBe("points");
    presentation.skip(2 * GRACE);
    expect(presentation.at(2 * GRACE).frame.view).toBe(steps[3]!.view);
  });

  it("that is the second half of the one that ended the turn does nothing", () => {
    const { before, events, after } = endOfTurn(1);
    const presentation = new Presentation(before, 0);
    presentation.arrive(after, events, 0);
    presentation.skip(GRACE - 1);
    expect(presentation.at(GRACE - 1).frame.sum).not.toBeNull();
  });
});
