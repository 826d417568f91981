// @vitest-environment node
import { describe, expect, it } from "vitest";
import { FakeEnvironment } from "../../testing/fakes";
import type { ClockView, Pace } from "../../wire/types";
import { Clocks } from "./clock.svelte";

const LIVE: Pace = { type: "live", total: 180, increment: 5 };
const DAYS: Pace = { type: "daily", hours: 72 };
const DAY = 86_400_000;
const view = (changes: Partial<ClockView> = {}): ClockView => ({ remaining: [180_000, 60_000], since: 1_000_000, running: 0, now: 1_000_000, finished_by_bot: null, vacations: [], ...changes });

function clocks(changes: Partial<ClockView> = {}, pace = LIVE) {
  const environment = new FakeEnvironment();
  const made = new Clocks(environment);
  made.follow(view(changes), pace);
  return { environment, made };
}

describe("the players' time", () => {
  it("counts down from the server's message, for the player to move alone", () => {
    const { environment, made } = clocks();
    expect([made.left(0), made.left(1)]).toEqual([180_000, 60_000]);
    environment.pass(30_000);
    expect([made.left(0), made.left(1)]).toEqual([150_000, 60_000]);
  });

  it("knows for how long it had been running when a viewer arrives", () => {
    const { made } = clocks({ now: 1_090_000 });
    expect(made.left(0)).toBe(90_000);
  });

  it("does not care what this device's own clock says", () => {
    const environment = new FakeEnvironment();
    environment.time = 77;
    const made = new Clocks(environment);
    made.follow(view(), LIVE);
    environment.pass(10_000);
    expect(made.left(0)).toBe(170_000);
  });

  it("stops at nothing, and nothing is looked at after that", () => {
    const { environment, made } = clocks();
    environment.pass(181_000);
    expect(made.left(0)).toBe(0);
    expect(environment.timers).toHaveLength(0);
  });

  it("begins anew with what the server says next", () => {
    const { environment, made } = clocks();
    environment.pass(30_000);
    made.follow(view({ remaining: [155_000, 60_000], since: 1_030_000, now: 1_030_000, running: 1 }), LIVE);
    environment.pass(1_000);
    expect([made.left(0), made.left(1)]).toEqual([155_000, 59_000]);
    expect(environment.timers).toHaveLength(1);
  });

  it("stands still while a bot is to move", () => {
    const { environment, made } = clocks({ running: null });
    environment.pass(10_000);
    expect(made.left(0)).toBe(180_000);
    expect(environment.timers).toHaveLength(0);
  });

  it("is low in the last tenth", () => {
    const { environment, made } = clocks();
    environment.pass(161_000);
    expect(made.isLow(0)).toBe(false);
    environment.pass(1_000);
    expect(made.isLow(0)).toBe(true);
    expect(made.isLow(1)).toBe(false);
  });

  it("is looked at seldom while days are left, and every second in the last hour", () => {
    const { environment, made } = clocks({ remaining: [3 * DAY, 3 * DAY] }, DAYS);
    let looked = 0;
    const later = environment.later.bind(environment);
    environment.later = (milliseconds, action) => later(milliseconds, () => [looked++, action()]);
    environment.pass(60_000);
    expect(looked).toBeLessThan(4);
    environment.pass(3 * DAY - 3_600_000 - 60_000);
    expect(made.left(0)).toBe(3_600_000);
    looked = 0;
    environment.pass(10_000);
    expect(looked).toBe(10);
  });

  it("is missing at a table without clocks", () => {
    const made = new Clocks(new FakeEnvironment());
    made.follow(null, null);
    expect([made.left(0), made.isLow(0), made.running]).toEqual([null, false, null]);
  });
});

describe("a player on vacation", () => {
  const resting = { remaining: [DAY, DAY], now: 1_000_000, since: 1_000_000 + 2 * DAY, vacations: [1_000_000 + 2 * DAY, 0] };
  it("keeps the time that was left, until the vacation is over", () => {
    const { environment, made } = clocks(resting, DAYS);
    expect(made.left(0)).toBe(DAY);
    environment.pass(2 * DAY - 1_000);
    expect(made.left(0)).toBe(DAY);
    environment.pass(3_601_000);
    expect(made.left(0)).toBe(DAY - 3_600_000);
  });

  it("is away until the end of the vacation by the server's clock", () => {
    const { environment, made } = clocks({ ...resting, vacations: [1_000_000 + 2 * DAY, 1_000_000 + DAY] }, DAYS);
    const away = () => [made.awayUntil(0), made.awayUntil(1), made.awayUntil(2)];
    expect(away()).toEqual([1_000_000 + 2 * DAY, 1_000_000 + DAY, null]);
    environment.pass(DAY + 60_000);
    expect(away()).toEqual([1_000_000 + 2 * DAY, null, null]);
    environment.pass(DAY);
    expect(away()).toEqual([null, null, null]);
  });
});
