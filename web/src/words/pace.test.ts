import { flushSync } from "svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { speak, startLanguage, withMore } from "../i18n/index.svelte";
import ClockTime from "../kit/ClockTime.svelte";
import { Setup } from "../state/setup/setup.svelte";
import { Clocks } from "../state/table/clock.svelte";
import { FakeEnvironment } from "../testing/fakes";
import { click, get, show, text } from "../testing/show";
import { TINY } from "../testing/tiny";
import Paces from "../ui/setup/Paces.svelte";
import LowTime from "../ui/table/LowTime.svelte";
import type { Pace } from "../wire/types";
import { paceText, timeSpoken, timeText } from "./pace";

vi.mock("../games", () => import("../testing/tiny"));
beforeAll(startLanguage);

const LIVE: Pace = { type: "live", total: 180, increment: 5 };
const DAYS: Pace = { type: "daily", hours: 72 };
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

describe("time in words", () => {
  it.each([
    [180 * SECOND, "3:00"],
    [179_001, "3:00"],
    [179_000, "2:59"],
    [9 * SECOND, "0:09"],
    [1, "0:01"],
    [0, "0:00"],
    [3_725 * SECOND, "1:02:05"],
  ])("in one go: %d milliseconds are %s", (left, said) => expect(timeText(left, LIVE, "long")).toBe(said));

  it.each([
    [72 * HOUR, "3 days", "3d"],
    [71.6 * HOUR, "3 days", "3d"],
    [71 * HOUR, "2 days", "2d"],
    [24 * HOUR, "1 day", "1d"],
    [23 * HOUR, "23 hours", "23h"],
    [12 * HOUR - SECOND, "12 hours", "12h"],
    [0.9 * HOUR, "54 minutes", "54 min"],
    [42 * SECOND, "0:42", "0:42"],
  ])("by the day: %d milliseconds are %s", (left, long, narrow) => {
    expect(timeText(left, DAYS, "long")).toBe(long);
    expect(timeText(left, DAYS, "narrow")).toBe(narrow);
  });

  it("is spoken in the two greatest units", () => {
    expect([61.5 * HOUR, 2 * HOUR, 75 * SECOND, 18 * SECOND, 0].map(timeSpoken)).toEqual(["2 days 13 hours", "2 hours", "1 minute 15 seconds", "18 seconds", "0 seconds"]);
  });

  it("has a pace", async () => {
    const paces: (Pace | null)[] = [null, LIVE, { type: "live", total: 90, increment: 1 }, DAYS, { type: "daily", hours: 12 }, { type: "daily", hours: 24 }];
    expect(paces.map(paceText)).toEqual(["No clock", "3 min + 5 s", "1:30 + 1 s", "3 days per turn", "12 hours per turn", "1 day per turn"]);
    await speak("it", false);
    expect(paceText(DAYS)).toBe("3 giorni a turno");
    await speak("zh", false);
    expect([paceText(LIVE), paceText(DAYS), timeSpoken(75 * SECOND)], "spaced as in all texts").toEqual(["3 分钟 + 5 秒", "每回合 3 天", "1 分钟 15 秒钟"]);
    await speak("en", false);
  });
});

describe("the time at a new table", () => {
  beforeAll(async () => {
    await startLanguage();
    await withMore(Promise.resolve());
  });

  it("is unlimited by default", async () => {
    const setup = new Setup(TINY, "friends");
    await show(Paces, { setup });
    expect((get("pace-none") as HTMLInputElement).checked).toBe(true);
    expect(setup.settings.pace).toBeNull();
    click("pace-live");
    expect(setup.settings.pace).toEqual({ type: "live", total: 300, increment: 10 });
    expect(text()).toContain("If you run out of time, a bot finishes your turn");
    click("pace-live-10-20");
    expect(setup.settings.pace).toEqual({ type: "live", total: 600, increment: 20 });
    click("pace-daily");
    expect([...document.querySelectorAll(".kind .option")].map((each) => text(each))).toEqual(["12 hours", "1 day", "3 days", "7 days"]);
    click("pace-daily-168");
    expect(setup.settings.pace).toEqual({ type: "daily", hours: 168 });
    click("pace-none");
    expect(setup.settings.pace).toBeNull();
  });

  it("cannot be chosen on one device, and that says why", async () => {
    const setup = new Setup(TINY, "friends");
    setup.pace = LIVE;
    setup.share(true);
    await show(Paces, { setup });
    expect(setup.settings.pace).toBeNull();
    expect((get("pace-live") as HTMLInputElement).disabled).toBe(true);
    expect(get("no-pace").textContent).toBe("Games on one device have no clock.");
  });
});

it("little time is announced to screen readers once, and only on the player's turn", async () => {
  const environment = new FakeEnvironment();
  const clocks = new Clocks(environment);
  const onlow = vi.fn();
  clocks.follow({ remaining: [20_000, 1_000], since: 0, now: 0, running: 0, finished_by_bot: null, vacations: [] }, LIVE);
  await show(LowTime, { clocks, seat: 0, onlow });
  await show(LowTime, { clocks, seat: null, onlow });
  await show(LowTime, { clocks, seat: 1, onlow });
  environment.pass(1_000);
  flushSync();
  expect(onlow).not.toHaveBeenCalled();
  for (let second = 0; second < 4; second++) {
    environment.pass(1_000);
    flushSync();
  }
  expect(onlow).toHaveBeenCalledExactlyOnceWith("You have 18 seconds left.");
});

describe("a seat's time left", () => {
  const clocks = new Clocks(new FakeEnvironment());

  it("is shown quietly, and a little less so in the last tenth", async () => {
    clocks.follow({ remaining: [18_000, 18_001], since: 0, now: 0, running: 0, finished_by_bot: null, vacations: [] }, LIVE);
    await show(ClockTime, { clocks, pace: LIVE, seat: 0 });
    await show(ClockTime, { clocks, pace: LIVE, seat: 1 });
    expect([get("time-0"), get("time-1")].map(({ className }) => [className.includes("running"), className.includes("low")])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(text(get("time-0"))).toBe("0:1818 seconds left");
    expect(get("time-0").getAttribute("role")).toBe("timer");
  });

  it("is missing without a clock", async () => {
    clocks.follow(null, null);
    await show(ClockTime, { clocks, pace: null, seat: 0 });
    expect(text()).toBe("");
  });
});
