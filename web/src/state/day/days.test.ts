import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Answered, ChanceMove } from "../../wire/types";
import { commitment } from "../chance/commitment";
import { DayRandomness } from "../chance/randomness";
import { atMoment, dayAfter, judgeDay, remember } from "./days";

interface Vector {
  game: string;
  seed: string;
  commitment: string;
  answers: { streams: number[]; question: Answered["question"]; answer: ChanceMove }[];
}
const VECTORS = JSON.parse(readFileSync("../testdata/day.json", "utf8")) as Vector[];
const SEED = "5e".repeat(32);
const PROMISED = commitment(SEED);

describe("the chance of a day", () => {
  it.each(VECTORS.map((vector) => [vector.game, vector] as const))("of %s agrees with the shared vectors", (game, { seed, commitment: promised, answers }) => {
    expect(commitment(seed)).toBe(promised);
    const randomness = new DayRandomness(seed, game);
    for (const { streams, question, answer } of answers) {
      if (question.type === "pick") expect({ type: "picked", number: randomness.lot(streams[0]!, question.count) }).toEqual(answer);
      else if (question.type === "roll") expect({ type: "rolled", faces: randomness.roll(streams, question.sides) }).toEqual(answer);
      else expect({ type: "shuffled", cards: randomness.shuffle(streams[0]!, question.cards) }).toEqual(answer);
    }
  });
});

describe("a day's commitment", () => {
  beforeEach(() => localStorage.clear());
  const day = (changes: object = {}) => ({ date: "2026-11-22", commitment: PROMISED, tomorrow: null, seed: null, ...changes });

  it("is kept by its own word, where this device has seen nothing before", () => {
    remember(day({ seed: SEED }));
    expect(judgeDay(day({ seed: SEED }))).toBe("matches");
    expect(judgeDay(day({ seed: "77".repeat(32) }))).toBe("wrong");
    for (const seed of [null, "5e", "no seed"]) expect(judgeDay(day({ seed }))).toBe("wrong");
  });

  it("is what this device saw on the day, or on the day before", () => {
    remember(day());
    expect(judgeDay(day({ seed: SEED }))).toBe("kept");
    localStorage.clear();
    remember(day({ date: "2026-11-21", commitment: "a".repeat(64), tomorrow: PROMISED }));
    expect(judgeDay(day({ seed: SEED }))).toBe("kept");
  });

  it("cannot be changed afterwards, not even by a story in which all fits", () => {
    remember(day({ date: "2026-11-21", commitment: "a".repeat(64), tomorrow: PROMISED }));
    const other = "77".repeat(32);
    remember(day({ commitment: commitment(other) }));
    expect(judgeDay(day({ commitment: commitment(other), seed: other }))).toBe("changed");
  });

  it("is forgotten some day", () => {
    let date = "2026-01-01";
    for (let count = 0; count < 60; count++, date = dayAfter(date)) remember(day({ date }));
    expect(judgeDay(day({ date: "2026-01-01", seed: SEED }))).toBe("matches");
    expect(judgeDay(day({ date: "2026-03-01", seed: SEED }))).toBe("kept");
    expect(Object.keys(JSON.parse(localStorage.getItem("quincunx.days")!) as object)).toHaveLength(40);
  });

  it("survives foreign data in storage", () => {
    localStorage.setItem("quincunx.days", "{");
    remember(day());
    expect(judgeDay(day({ seed: SEED }))).toBe("kept");
  });

  it("knows the date that follows", () => {
    expect(["2026-11-22", "2026-12-31", "2028-02-28"].map(dayAfter)).toEqual(["2026-11-23", "2027-01-01", "2028-02-29"]);
  });
});

describe("the end of a day", () => {
  it("comes when the server's clock says so, whatever the device's clock shows", () => {
    vi.useFakeTimers();
    let passed = 0;
    const over = vi.fn();
    atMoment(1_000, 3_000, over, () => passed);
    vi.setSystemTime(0); // the user turns the clock back
    passed = 1_999;
    vi.advanceTimersByTime(1_999);
    expect(over).not.toHaveBeenCalled();
    passed = 2_001;
    vi.advanceTimersByTime(2);
    expect(over).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it("is noticed when a device wakes, and not after the page has gone", () => {
    let passed = 0;
    const over = vi.fn();
    const end = atMoment(0, 3_600_000, over, () => passed);
    passed = 3_600_001;
    document.dispatchEvent(new Event("visibilitychange"));
    expect(over).toHaveBeenCalledOnce();
    const later = vi.fn();
    passed = 0;
    atMoment(0, 3_600_000, later, () => passed)();
    passed = 3_600_001;
    document.dispatchEvent(new Event("visibilitychange"));
    expect(later).not.toHaveBeenCalled();
    end();
  });
});
