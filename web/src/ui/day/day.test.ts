import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import DayPage from "../../pages/DayPage.svelte";
import { company } from "../../state/lobby/company.svelte";
import { guest } from "../../state/people/guest.svelte";
import { place } from "../../state/server/place.svelte";
import { FakeWaiting } from "../../testing/fakes";
import { click, get, show, text } from "../../testing/show";
import Card from "./Card.svelte";
import Chart from "./Chart.svelte";
import { tinyTable } from "../../testing/tiny";
import type { DayGame, DayView, MyTable } from "../../wire/types";
import AtTable from "./AtTable.svelte";
import Line from "./Line.svelte";
import Outcome from "./Outcome.svelte";
import { type Known, amongText, binsOf, chartedAlone, knownDeals, lacksChart, shareText } from "./words";

vi.mock("../../games", () => import("../../testing/tiny"));
const later = vi.hoisted(() => ({ wait: (_: number, __: () => void) => () => undefined as void }));
vi.mock("../../state/device/environment", async (original) => ({ ...(await original<object>()), wait: (milliseconds: number, action: () => void) => later.wait(milliseconds, action) }));

const COUNTS = [
  { number: 1, people: 1 },
  { number: 2, people: 5 },
  { number: 3, people: 3 },
  { number: 5, people: 1 },
];
const tiny = (changes: Partial<DayGame> = {}): DayGame => ({ game: "tiny", fewer_is_better: true, people: 10, you: null, counts: null, best: null, average: null, ...changes });
const played = (number: number, changes: Partial<DayGame> = {}) => tiny({ you: { table: "my-table-of-today", status: "counted", number }, counts: COUNTS, best: 2, ...changes });

const NOON = Date.UTC(2026, 10, 22, 12);
const day = (changes: Partial<DayView> = {}): DayView => ({
  date: "2026-11-22",
  now: NOON,
  ends_at: NOON + 43_200_000,
  opens_at: NOON + 46_800_000,
  commitment: "c".repeat(64),
  committed_at: NOON - 100_000_000,
  seed: null,
  tomorrow: "d".repeat(64),
  games: [tiny()],
  streak: { current: 3, longest: 7 },
  ...changes,
});

let answers: Record<string, unknown> = {};
const asked = vi.fn((path: string, _init?: RequestInit) => Promise.resolve(new Response(JSON.stringify(answers[path] ?? { kind: "unknown", code: "no-such-day", sentence: "No.", rule: null, params: {} }), { status: path in answers ? 200 : 404 })));
const settle = async () => {
  for (let turn = 0; turn < 12; turn++) await new Promise((done) => setTimeout(done));
  flushSync();
};

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});
beforeEach(() => {
  answers = { "/api/days": { days: [], next: null }, "/api/days/today": day() };
  asked.mockClear();
  vi.stubGlobal("fetch", asked);
  vi.spyOn(company, "start").mockResolvedValue(undefined);
  vi.spyOn(guest, "ready").mockResolvedValue(undefined as never);
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe("my result", () => {
  it("says how many did worse, in whichever direction the game counts", () => {
    expect(amongText(played(1))).toBe("Best result of the day");
    expect(amongText(played(1, { counts: [{ number: 1, people: 5 }, { number: 2, people: 1 }] }))).toBe("Best result, shared by 5 players");
    expect(amongText(played(1, { counts: [{ number: 1, people: 5 }] }))).toBe("");
    expect(amongText(played(2, { counts: [...COUNTS, { number: 7, people: 3 }] }))).toBe("Better than 58% of the others");
    expect(amongText(played(5))).toBe("");
    expect(amongText(played(2, { fewer_is_better: false })), "my rank in the lower half").toBe("Place 5 of 10");
    expect(amongText(played(3))).toBe("Place 7 of 10");
    expect(amongText(played(2, { counts: [{ number: 2, people: 1 }] }))).toBe("You’re the first to finish.");
    expect(amongText(tiny())).toBe("");
  });

  it("stands above one button once the day is done, and lacks a chart only of few results", async () => {
    answers["/api/days/today"] = day({ games: [played(3)] });
    await show(DayPage, { date: "today" });
    await settle();
    expect(get("day-tiny").querySelector('[data-testid="day-share"]'), "the day is done").toBeNull();
    expect(get("day-share").classList.contains("primary")).toBe(true);
    const view = day({ games: [played(3), tiny()] });
    const [done, few] = (await knownDeals(view)) as [Known, Known];
    expect([done, few, { ...few, deal: tiny({ counts: [{ number: 2, people: 1 }], people: 1 }) }].map(lacksChart)).toEqual([false, false, true]);
  });

  it("is shared without anything of the deal", async () => {
    const view = day({ games: [played(3), tiny(), { ...tiny(), game: "of a newer server" }] });
    expect(shareText(view, await knownDeals(view), "https://club.example/today/2026-11-22")).toBe(
      ["Quincunx · 22 November 2026", "tiny.name: 3 steps", "⬜⬜🟨⬜⬜", "3 days in a row", "https://club.example/today/2026-11-22"].join("\n"),
    );
  });
});

describe("the day's page", () => {
  it("offers what I have not played, and shows nothing of it", async () => {
    await show(DayPage, { date: "today" });
    await settle();
    expect(text(get("day-date"))).toContain("22 November 2026");
    expect([...get("streak").querySelectorAll("dt, dd, p")].map((each) => text(each))).toEqual(["current", "3 days", "longest", "7 days", "Play today to keep your streak."]);
    expect(text(get("day-tiny"))).toContain("10 players so far");
    expect(text(get("day-play-tiny"))).toBe("Play: tiny.name");
    expect(document.querySelector('[data-testid="day-chart"]')).toBeNull();
    expect(document.querySelector('[data-testid="day-share"]')).toBeNull();
  });

  it("leads to the table of my first try", async () => {
    answers["/api/days/2026-11-22"] = day();
    answers["/api/days/2026-11-22/tiny"] = { table: "a-table-of-the-day", is_practice: false };
    await show(DayPage, { date: "today" });
    await settle();
    click("day-play-tiny");
    await settle();
    expect(asked.mock.calls.filter(([, init]) => init?.method === "POST").map(([path]) => path)).toEqual(["/api/days/2026-11-22/tiny"]);
    expect(location.pathname).toBe("/t/a-table-of-the-day");
  });

  it("shows a picture at every state: the emblem, or how a begun game stands", async () => {
    const shape = async (deal: DayGame, isMain = true) => {
      document.body.replaceChildren();
      const view = day({ games: [deal] });
      await show(Card, { view, known: (await knownDeals(view))[0]!, isMain });
      return [...["day-emblem", "day-standing-picture"].filter((id) => document.querySelector(`[data-testid="${id}"]`)), document.querySelector(".head .primary") !== null];
    };
    expect(await shape(tiny())).toEqual(["day-emblem", true]);
    expect(await shape(tiny({ you: { table: "begun-table", status: "playing", number: null } }))).toEqual(["day-standing-picture", true]);
    expect(await shape(tiny(), false), "one act is the main one").toEqual(["day-emblem", false]);
    expect(await shape(played(3))).toEqual(["day-emblem", false]);
  });

  it("has the one chart of several challenges below their cards, named by its game", async () => {
    const view = day({ games: [played(3, { counts: [...COUNTS, { number: 7, people: 9 }] }), played(4, { counts: [{ number: 4, people: 1 }], people: 1 }), tiny()] });
    const [charted, few, open] = (await knownDeals(view)) as [Known, Known, Known];
    expect(chartedAlone([charted, few])).toBe(charted);
    expect(chartedAlone([open, charted])).toBe(charted);
    expect([[charted], [charted, charted], [few, open], []].map(chartedAlone)).toEqual([null, null, null, null]);
    const inCard = async (known: Known, isApart: boolean) => {
      document.body.replaceChildren();
      await show(Card, { view, known, isApart });
      expect([...document.querySelectorAll('[data-testid="day-people"]')].map((each) => text(each).includes("10 players so far")).filter(Boolean), "it is said once").toHaveLength(1);
      return [get("day-result"), document.querySelector('[data-testid="day-chart"]'), document.querySelector('[data-testid="day-account"]')].map(Boolean);
    };
    expect(await inCard(charted, false)).toEqual([true, true, true]);
    expect(await inCard(charted, true)).toEqual([true, false, false]);
    document.body.replaceChildren();
    await show(Outcome, { known: charted, isApart: true });
    expect(text(document.querySelector("figcaption")!)).toBe("tiny.name · How everyone did");
    expect(text(get("day-account"))).toBe("Best2 steps");
    document.body.replaceChildren();
    await show(Outcome, { known: charted });
    expect(text(document.querySelector("figcaption")!)).toBe("How everyone did 10 players so far");
  });

  it("says how a game that has begun stands, once my tables are known", async () => {
    const begun = tiny({ you: { table: "begun-table", status: "playing", number: null } });
    answers["/api/days/today"] = day({ games: [begun] });
    await show(DayPage, { date: "today" });
    await settle();
    expect(company.start).toHaveBeenCalled();
    expect(text(get("day-tiny"))).toContain("Count.");
    const line = (id: string, small: string) => ({ id, small, waits_for_you: true, settings: tinyTable().settings }) as unknown as MyTable;
    company.tables = [line("another", "9"), line("begun-table", "2")];
    await settle();
    expect(text(get("day-standing"))).toBe("Your turn · 2 counted");
    expect(text(get("day-tiny"))).not.toContain("Count.");
    company.tables = [{ ...line("begun-table", "2"), waits_for_you: false }];
    await settle();
    expect(text(get("day-standing"))).toBe("2 counted");
    company.tables = null;
  });

  it("describes the bars to screen readers, and marks mine", async () => {
    answers["/api/days/today"] = day({ games: [played(3)] });
    await show(DayPage, { date: "today" });
    await settle();
    const items = [...get("day-chart").querySelectorAll("li")].map((item) => text(item));
    expect(items).toEqual(["1 steps: 1", "2 steps: 5", "3 steps: 3, including you", "5 steps: 1"]);
    expect(get("day-chart").querySelectorAll("rect.mine")).toHaveLength(1);
    expect([...get("day-chart").querySelectorAll(".plot > span")].map((each) => text(each)), "every bar is counted").toEqual(["1", "5", "3", "1"]);
    expect(document.querySelector('[data-testid="day-play-tiny"]')).toBeNull();
    expect(text(get("day-opens"))).toBe("Practice opens an hour after the day ends.");
  });

  it("names its scale and the better end in its title, unless its groups do", async () => {
    const bins = (group?: string) => Array.from({ length: 8 }, (_, at) => ({ label: `${at}`, title: "", people: 1, isMine: at === 3, ...(group ? { group } : {}) }));
    await show(Chart, { bins: bins(), people: "", scale: "Rounds (fewer is better)", of: "Tiny" });
    expect(text(document.querySelector("figcaption")!)).toBe("Tiny · Rounds (fewer is better)");
    document.body.replaceChildren();
    await show(Chart, { bins: bins("turns"), people: "", scale: "Rounds (fewer is better)" });
    expect(text(document.querySelector("figcaption")!)).toBe("How everyone did");
  });

  it.each([[9, 0], [100, 3]])("counts only mine and the highest in a narrow panel where numbers are too long: %i", async (most, minor) => {
    const bins = Array.from({ length: 11 }, (_, at) => ({ label: `${at}`, title: "", people: [most, 2, 0, 2, 2, 2][at] ?? 0, isMine: at === 5 }));
    await show(Chart, { bins, people: "" });
    expect(get("day-chart").querySelectorAll(".plot > .minor")).toHaveLength(minor);
  });

  it("sets a bar apart from the scale of the others", async () => {
    const bin = { label: "", title: "", people: 1, isMine: false };
    await show(Chart, { bins: [{ ...bin, group: "turns" }, { ...bin, group: "turns" }, { ...bin, isApart: true }], people: "" });
    const chart = get("day-chart");
    expect([...chart.querySelectorAll("rect")].map((bar) => bar.getAttribute("x"))).toEqual(["1", "11", "26"]);
    expect(chart.querySelector("svg")!.getAttribute("viewBox")).toBe("0 0 40 100");
    const spans = (row: string) => [...chart.querySelectorAll<HTMLElement>(`${row} span`)].map(({ style }) => style.gridColumn);
    expect([spans(".labels"), spans(".groups")]).toEqual([["span 1", "span 1", "span 2"], ["span 2", "span 2"]]);
  });

  it("offers no practice between the end of the day and its opening, but a try that still runs", async () => {
    const late = { tomorrow: null, now: NOON + 43_200_000 };
    answers["/api/days/2026-11-22"] = day(late);
    await show(DayPage, { date: "2026-11-22" });
    await settle();
    expect(document.querySelector('[data-testid="day-play-tiny"]')).toBeNull();
    expect(text(get("day-opens"))).toContain("Practice opens an hour after");
    expect(text()).toContain("Games that began in time count");
    document.body.replaceChildren();
    answers["/api/days/2026-11-22"] = day({ ...late, games: [tiny({ you: { table: "begun-table", status: "playing", number: null } })] });
    await show(DayPage, { date: "2026-11-22" });
    await settle();
    expect(text(get("day-play-tiny"))).toBe("Continue: tiny.name");
  });

  it("says that a try counts for nothing, and goes on with one that has begun", async () => {
    answers["/api/days/today"] = day({ games: [tiny({ you: { table: "begun-table", status: "playing", number: null } })] });
    await show(DayPage, { date: "today" });
    await settle();
    expect(text(get("day-play-tiny"))).toBe("Continue: tiny.name");
    document.body.replaceChildren();
    answers["/api/days/today"] = day({ games: [tiny({ people: 0, you: { table: "void-table", status: "void", number: null }, counts: [] })] });
    await show(DayPage, { date: "today" });
    await settle();
    expect(text(get("day-void"))).toContain("This try doesn’t count");
    expect(text(get("day-tiny"))).toContain("Nobody has finished it yet.");
  });

  it("has no chart of fewer than five people, who would be known by it", async () => {
    answers["/api/days/today"] = day({ games: [played(2, { people: 4, counts: [{ number: 2, people: 4 }] })] });
    await show(DayPage, { date: "today" });
    await settle();
    expect(document.querySelector('[data-testid="day-chart"]')).toBeNull();
    expect(text(get("day-tiny"))).toContain("4 players so far");
    document.body.replaceChildren();
    answers["/api/days/today"] = day({ games: [played(2, { people: 5, counts: [{ number: 2, people: 3 }, { number: 3, people: 1 }, { number: 4, people: 1 }] })] });
    await show(DayPage, { date: "today" });
    await settle();
    expect(get("day-chart")).toBeTruthy();
  });

  it.each([[[5]], [[4, 1]]])("has no chart of a bar or two, which would tell less than the sentence: %j", async (counts) => {
    answers["/api/days/today"] = day({ games: [played(2, { people: 5, counts: counts.map((people, at) => ({ number: 2 + at, people })) })] });
    await show(DayPage, { date: "today" });
    await settle();
    expect(document.querySelector('[data-testid="day-chart"]')).toBeNull();
    expect(text(get("day-tiny"))).toContain("5 players so far");
  });

  it("has no chart of few results on its scale, however many stand apart from it", () => {
    const bin = (people: number, isApart = false) => ({ label: "", title: "", people, isMine: false, isApart });
    const shown = (...bins: ReturnType<typeof bin>[]) => binsOf({ deal: tiny({ people: 12, counts: COUNTS }), part: { bins: () => bins } } as unknown as Known).length;
    expect(shown(bin(1), bin(1), bin(10, true))).toBe(0);
    expect(shown(bin(3), bin(2), bin(7, true))).toBe(3);
  });

  it("counts down to the next challenge, and names no other time", async () => {
    await show(DayPage, { date: "today" });
    await settle();
    expect(text(get("day-countdown"))).toBe("Next challenge in 12:00:00");
    expect(text(get("day-countdown").closest(".foot")!)).not.toMatch(/\b(Sun|Mon) /);
  });

  it("shows the latest five weeks, the days that I have played, and today", async () => {
    const line = (date: string, number: number | null) => ({ date, games: [{ game: "tiny", number }] });
    answers["/api/days"] = { days: [line("2026-11-21", 3), line("2026-11-20", null)], next: null };
    await show(DayPage, { date: "today" });
    await settle();
    const days = [...get("day-calendar").querySelectorAll("a")];
    expect(days.map((each) => [each.getAttribute("href"), each.getAttribute("aria-label"), each.classList.contains("played")])).toEqual([
      ["/today/2026-11-20", "20 November 2026: not played", false],
      ["/today/2026-11-21", "21 November 2026: played", true],
      ["/today", "22 November 2026: not played", false],
    ]);
    expect(days.at(-1)!.getAttribute("aria-current")).toBe("date");
    expect(get("past-days").querySelectorAll("a")).toHaveLength(2);
    // Five weeks that begin on a Monday; the 22nd is a Sunday.
    expect(get("day-calendar").querySelectorAll("li")).toHaveLength(35);
  });

  it("has a calendar and a streak before there is a past day, and marks today once it is played", async () => {
    const shown = async (streak: number, ...games: DayGame[]) => {
      document.body.replaceChildren();
      answers["/api/days/today"] = day({ games, streak: { current: streak, longest: streak } });
      await show(DayPage, { date: "today" });
      await settle();
      return [text(get("streak").querySelector("p")!), get("day-calendar").querySelectorAll("a").length, get("day-calendar").querySelectorAll("a.played").length];
    };
    expect(await shown(0, tiny())).toEqual(["Play today to start a streak.", 1, 0]);
    expect(await shown(1, played(3))).toEqual(["Today counts. See you tomorrow!", 1, 1]);
    expect(get("day-fair")).toBeTruthy();
    expect(document.querySelector("#past")).toBeNull();
    // A phone has the weeks from the first known day on.
    expect(get("day-calendar").querySelectorAll("li:not(.early)")).toHaveLength(7);
  });

  it("leads from a result to its game: to the table while the day is secret, then to the replay and the review", async () => {
    const links = async (seed: string | null) => {
      document.body.replaceChildren();
      const view = day({ seed, games: [played(3)] });
      await show(Card, { view, known: (await knownDeals(view))[0]! });
      return [...get("day-tiny").querySelectorAll("a.button")].map((each) => `${each.getAttribute("href")} ${text(each)}`);
    };
    expect(await links(null)).toEqual(["/t/my-table-of-today View game: tiny.name"]);
    const open = ["/t/my-table-of-today/replay Replay: tiny.name", "/t/my-table-of-today/review Review: tiny.name"];
    expect(await links("77".repeat(32))).toEqual(open);
    place.isHere = true;
    expect(await links("77".repeat(32)), "without a server").toEqual(open.slice(0, 1));
    place.isHere = false;
  });

  it("has a day that is over checked in the page", async () => {
    answers["/api/days/2026-11-22"] = day({ seed: "77".repeat(32), tomorrow: null, now: NOON + 90_000_000, games: [tiny({ counts: COUNTS })] });
    await show(DayPage, { date: "2026-11-22" });
    await settle();
    expect(text(get("day-play-tiny"))).toBe("Play for practice: tiny.name");
    click("day-check");
    expect(text(get("day-verdict"))).toBe("Don’t trust this day’s results: the seed doesn’t match its fingerprint.");
  });

  it("says what is wrong where there is no such day", async () => {
    await show(DayPage, { date: "1999-01-01" });
    await settle();
    expect(text()).toContain("There’s no daily challenge for that date.");
  });
});

describe("after a daily challenge", () => {
  const of_day = { date: "2026-11-22", is_practice: false, opens_at: NOON };
  const view = tinyTable({ status: "ended", of_day });

  it("waits until it has been counted", async () => {
    const waiting = new FakeWaiting();
    later.wait = waiting.wait;
    const begun = day({ games: [tiny({ you: { table: "t", status: "playing", number: null } })] });
    answers["/api/days/2026-11-22"] = begun;
    await show(AtTable, { of: of_day, view });
    await settle();
    expect(text(get("day-after"))).toContain("Adding your result…");
    answers["/api/days/2026-11-22"] = day({ games: [played(2)] });
    waiting.pass();
    await settle();
    expect(text(get("day-result"))).toBe("Place 2 of 10 3 days in a row");
    expect(get("day-share")).toBeTruthy();
    expect(waiting.count, "and asks no more").toBe(0);
  });

  it("says that practice counts for nothing, and asks nothing", async () => {
    await show(AtTable, { of: { ...of_day, is_practice: true }, view: { ...view, seed: "5e".repeat(32) } });
    await settle();
    expect(text(get("day-after"))).toContain("Practice: this game doesn’t count.");
    expect(get("to-day").getAttribute("href")).toBe("/today/2026-11-22");
    expect(asked).not.toHaveBeenCalled();
  });
});

it("the front page says how each of today's challenges stands, and when the next ones come", async () => {
  answers["/api/days/today"] = day({ games: [tiny()], now: NOON, ends_at: NOON + 5 * 3_600_000 + 60_000 });
  await show(Line, {});
  expect(text(), "before it is known").toBe("The same deal for everyone");
  await settle();
  expect(text()).toBe("tiny.name: to play 3 days in a row Next challenge in 5 hours 1 minuteNext in 5h");
  const standing = async (...games: DayGame[]) => {
    document.body.replaceChildren();
    answers["/api/days/today"] = day({ games, streak: { current: 1, longest: 7 } });
    await show(Line, {});
    await settle();
    return [...document.querySelectorAll(".deal")].map((each) => [text(each), each.classList.contains("done")]);
  };
  expect(await standing(played(3)), "a single day is no streak").toEqual([["tiny.name: 3 steps", true]]);
  expect(await standing(tiny({ you: { table: "begun", status: "playing", number: null } }))).toEqual([["tiny.name: Continue", false]]);
  place.isHere = true;
  expect(await standing()).toEqual([]);
  expect(text(), "without a server").toBe("This needs a server");
  place.isHere = false;
});
