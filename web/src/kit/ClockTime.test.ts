import { afterEach, describe, expect, it, vi } from "vitest";
import { withMore } from "../i18n/index.svelte";
import { Clocks } from "../state/table/clock.svelte";
import { FakeEnvironment } from "../testing/fakes";
import { get, show, text } from "../testing/show";
import ClockTime from "./ClockTime.svelte";

const DAYS = { type: "daily", hours: 24 } as const;
const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;

async function see(vacations: readonly number[], isShort = false, isAlone = false) {
  const clocks = new Clocks(new FakeEnvironment());
  const now = Date.now();
  clocks.follow({ remaining: [86_400_000, 86_400_000], since: now, running: 0, now, finished_by_bot: null, vacations }, DAYS);
  await withMore(Promise.resolve());
  await show(ClockTime, { clocks, pace: DAYS, seat: 0, isShort, isAlone });
}

afterEach(() => vi.useRealTimers());

describe("the time of a player on vacation", () => {
  it("says until when, beside the time left", async () => {
    vi.useFakeTimers({ now: new Date("2027-01-10T12:00:00Z"), toFake: ["Date"] });
    await see([Date.parse("2027-01-20T12:00:00Z"), 0]);
    expect(text(get("vacation-0"))).toBe("on vacation until 20 Jan");
    expect(has("time-0")).toBe(true);
  });
  it("is a sign with a date where there is little room", async () => {
    vi.useFakeTimers({ now: new Date("2027-01-10T12:00:00Z"), toFake: ["Date"] });
    await see([Date.parse("2027-01-20T12:00:00Z"), 0], true);
    expect(get("vacation-0").title).toBe("on vacation until 20 Jan");
    expect(has("time-0")).toBe(false);
  });
  it.each([[[]], [[0, Date.now() + 1e9]], [[1_000, 0]]])("is as always without one, or after it: %j", async (vacations) => {
    await see(vacations);
    expect([has("vacation-0"), has("time-0")]).toEqual([false, true]);
  });
});

it("says that it is a time left where no word does", async () => {
  const seen = () => text(get("time-0").querySelector('[aria-hidden="true"]')!);
  await see([]);
  expect(seen()).toBe("1 day");
  document.body.replaceChildren();
  await see([], false, true);
  expect(seen()).toBe("1 day left");
});
