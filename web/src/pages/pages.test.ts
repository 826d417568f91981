/** Every page that lists games must list all of them. */

import { flushSync, tick } from "svelte";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALL } from "../games";
import { t, withMore } from "../i18n/index.svelte";
import { company } from "../state/lobby/company.svelte";
import { WHOLE_GAME, finishStep } from "../state/study/lessons";
import { myTable } from "../testing/running";
import { click, get, resize, show, text } from "../testing/show";
import type { TableSettings } from "../wire/types";
import Home from "./Home.svelte";
import LearnPage from "./LearnPage.svelte";
import NewTable from "./NewTable.svelte";
import RulesPage from "./RulesPage.svelte";

let made: TableSettings[] = [];
const ANSWERS: Record<string, object> = {
  "/api/tables": { id: "a-new-table" },
  "/api/me/met": { people: [{ handle: "bos", name: "Bo" }, { handle: "carls", name: "Carl" }] },
  "/api/studies/any/lessons": { steps: [{ id: "one" }, { id: "two" }, { id: "three" }] },
  "/api/people/doras": { handle: "doras", name: "Dora", may_invite: true },
};

beforeEach(() => {
  made = [];
  const answer = (path: string, request?: RequestInit) => {
    if (path === "/api/tables") made.push(JSON.parse(String(request?.body)) as TableSettings);
    return Promise.resolve(new Response(JSON.stringify(ANSWERS[path.replace(/studies\/\w+/, "studies/any")] ?? { name: "Anna", tables: [], levels: [], people: [] })));
  };
  vi.stubGlobal("fetch", vi.fn(answer));
  vi.stubGlobal("scrollTo", vi.fn());
});
afterAll(() => vi.unstubAllGlobals());

const submit = (id: string) => get(id).closest("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true, bubbles: true }));
const settled = () => vi.waitFor(() => expect(made).toHaveLength(1));

describe.each(ALL.map((game) => [game.name, game] as const))("%s", (name, game) => {
  it("is on the home page, and one click away from a table against a bot", async () => {
    await show(Home, {});
    expect(document.querySelectorAll("section")).toHaveLength(ALL.length);
    click(`play-now-${name}`);
    await settled();
    expect(made[0]).toMatchObject({ options: { game: name, players: 2 }, hints: true, seats: [{ kind: "me" }, { kind: "bot", level: game.usualLevel }] });
  });

  it("asks how many friends are to come before it makes their table", async () => {
    await show(Home, {});
    const [, second] = game.seatings.filter(({ players }) => players > 1);
    click(`friends-${name}`);
    await vi.waitFor(() => get("quick-make"));
    click(`players-${second!.players}-${second!.sides}`);
    submit("quick-make");
    await settled();
    expect(made[0]).toMatchObject({ one_device: false, options: { players: second!.players } });
    expect(made[0]!.seats.map(({ kind }) => kind)).toEqual(["me", ...Array<string>(second!.players - 1).fill("open")]);
  });

  it("invites friends with whom I have played, as many as there are seats", async () => {
    // The sheet leaves out friends who come late, and a busy machine loads their part slowly.
    await withMore(Promise.all([import("../state/people/played"), import("../ui/setup/QuickFriends.svelte")]));
    await show(Home, {});
    click(`friends-${name}`);
    await vi.waitFor(() => get("quick-make"));
    const [bo, carl] = [...document.querySelectorAll<HTMLInputElement>("[data-testid=friend]")];
    expect([bo, carl].map((each) => each!.parentElement!.textContent)).toEqual(["Bo", "Carl"]);
    const [pair, more] = game.seatings.filter(({ players }) => players > 1);
    click(`players-${pair!.players}-${pair!.sides}`);
    bo!.click();
    flushSync();
    expect([bo!.checked, bo!.disabled, carl!.disabled]).toEqual([true, false, true]);
    click(`players-${more!.players}-${more!.sides}`);
    flushSync();
    carl!.click();
    bo!.click();
    flushSync();
    submit("quick-make");
    await settled();
    const invited = { kind: "invited", handle: "carls" };
    expect(made[0]!.seats.slice(0, 3)).toMatchObject([{ kind: "me" }, { kind: "open" }, invited]);
    expect(made[0]!.seats).toHaveLength(more!.players);
  });

  it("is played on one device by people with names", async () => {
    await show(Home, {});
    click(`passplay-${name}`);
    await vi.waitFor(() => get("quick-make"));
    const field = get("name-1") as HTMLInputElement;
    field.value = "Grandma";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    submit("quick-make");
    await settled();
    expect(made[0]).toMatchObject({ one_device: true, seats: [{ kind: "me", name: "Player 1" }, { kind: "me", name: "Grandma" }] });
  });

  it("says on one device that hands are covered only where there are hands", async () => {
    await withMore(show(NewTable, { game: name, preset: "device", invite: null }));
    expect(text().includes("Hands stay hidden")).toBe(game.hasSecrets);
  });

  it("promises friends' host the link that the next page shows", async () => {
    await withMore(show(NewTable, { game: name, preset: "friends", invite: null }));
    expect(text(get("make"))).toBe("Create and get link");
    await withMore(show(NewTable, { game: name, preset: null, invite: null }));
    expect([...document.querySelectorAll('[data-testid="make"]')].map((each) => text(each))).toEqual(["Create and get link", "Start game"]);
  });

  it("is played alone against bots only: friends and a shared device begin with two players", async () => {
    const numbers = async (preset: "friends" | "device" | null) => {
      document.body.replaceChildren();
      await withMore(show(NewTable, { game: name, preset, invite: null }));
      return [...document.querySelectorAll<HTMLElement>('[name="players"]')].map(({ dataset }) => dataset["testid"]);
    };
    const all = game.seatings.map(({ players, sides }) => `players-${players}-${sides}`);
    const others = all.filter((id) => id !== "players-1-1");
    expect([await numbers(null), await numbers("friends"), await numbers("device")]).toEqual([all, others, others]);
  });

  it("is played at any speed, which its folded settings name", async () => {
    await withMore(show(NewTable, { game: name, preset: "friends", invite: null }));
    expect(text(get("chosen-settings"))).toMatch(/No clock$/);
    click("pace-live");
    click("pace-own");
    const minutes = get("own-minutes") as HTMLInputElement;
    minutes.value = "2";
    minutes.dispatchEvent(new Event("input", { bubbles: true }));
    const seconds = get("own-seconds") as HTMLInputElement;
    seconds.value = "400";
    seconds.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(text(get("chosen-settings"))).toMatch(/2 min \+ 120 s$/);
    submit("make");
    await settled();
    expect(made[0]!.pace).toEqual({ type: "live", total: 120, increment: 120 });
  });

  it("can be played with a friend", async () => {
    await withMore(show(NewTable, { game: name, preset: null, invite: null }));
    await vi.waitFor(() => get("plan-1").querySelector("optgroup")!.label);
    const found = [...get("plan-1").querySelectorAll("optgroup option")].map((each) => each.textContent);
    expect(found).toEqual(["Bo", "Carl"]);
    const plan = get("plan-1") as HTMLSelectElement;
    plan.value = "invited:carls";
    plan.dispatchEvent(new Event("change", { bubbles: true }));
    submit("make");
    await settled();
    expect(made[0]!.seats).toMatchObject([{ kind: "me" }, { kind: "invited", handle: "carls" }]);
  });

  it("is set up at once for a person invited from their page", async () => {
    await withMore(show(NewTable, { game: name, preset: null, invite: "doras" }));
    await vi.waitFor(() => expect((get("plan-1") as HTMLSelectElement).value).toBe("invited:doras"));
    expect(get("plan-1").querySelectorAll("optgroup option")).toHaveLength(3);
  });

  it("is set up with every seating that it has, and with what is its own", async () => {
    await withMore(show(NewTable, { game: name, preset: null, invite: null }));
    expect(document.querySelectorAll('[name="players"]')).toHaveLength(game.seatings.length);
    await game.setup();
    await tick();
    flushSync();
    expect(document.querySelectorAll("fieldset").length).toBeGreaterThanOrEqual(5);
    const { players, sides } = game.seatings.at(-1)!;
    click(`players-${players}-${sides}`);
    expect(document.querySelectorAll('[data-testid^="plan-"]')).toHaveLength(players);
    submit("make");
    await settled();
    expect(made[0]!.options).toEqual(game.options(game.seatings.at(-1)!));
    expect(made[0]!.seats).toHaveLength(players);
  });

  it("has a page of rules that leads to the others'", async () => {
    await show(RulesPage, { game: name });
    await vi.waitFor(() => {
      flushSync();
      expect(document.querySelector("#rule-1")).not.toBeNull();
    });
    for (const other of ALL) expect(document.querySelectorAll(`a[href="/rules/${other.name}"]`)).toHaveLength(other === game ? 0 : 2);
    // The title's card already leads to the lesson and to the other rules.
    expect([...document.querySelectorAll("header a")].map((each) => each.getAttribute("href"))).toEqual([`/learn/${name}`, ...ALL.filter((other) => other.name !== name).map((other) => `/rules/${other.name}`)]);
    expect(text(document.querySelector("h1")!)).not.toBe("");
    // A face of the Hi/Lo die is one word, and a range too.
    expect(document.body.textContent).not.toMatch(/\d[↑↓]/);
    expect([...document.querySelectorAll("section p")].map((each) => each.textContent).join(" ")).not.toMatch(/\d–\d/);
  });

  it("has contents, folded on a phone, that mark the section that is read", async () => {
    let report: IntersectionObserverCallback = () => undefined;
    const observed: Element[] = [];
    const Observer = function (callback: IntersectionObserverCallback) {
      report = callback;
      return { observe: (each: Element) => void observed.push(each), disconnect: () => undefined };
    };
    vi.stubGlobal("IntersectionObserver", Observer);
    const contents = async (width: number) => {
      document.body.replaceChildren();
      observed.length = 0;
      resize(width, 800);
      await show(RulesPage, { game: name });
      await vi.waitFor(() => {
        flushSync();
        expect(document.querySelector("#rule-1")).not.toBeNull();
      });
      return get("rules-contents");
    };
    expect((await contents(390)).querySelector("details")!.open).toBe(false);
    const wide = await contents(1280);
    expect(wide.querySelector("details")).toBeNull();
    const marked = () => [...wide.querySelectorAll("[aria-current]")].map((each) => each.getAttribute("href"));
    expect(marked()).toEqual([]);
    const part = observed.find(({ id }) => id.startsWith("rule-4."))!;
    report([{ isIntersecting: true, target: part }] as unknown as IntersectionObserverEntry[], null!);
    flushSync();
    expect(marked()).toEqual(["#rule-4"]);
  });
});

describe("the home page", () => {
  const order = () => [...document.querySelectorAll("a, button")].map((each) => each.getAttribute("data-testid")).filter((id) => /^(running|today|play-now|learn|friends)/.test(id ?? ""));
  const games = ALL.map(({ name }) => name);
  beforeEach(() => {
    localStorage.clear();
    vi.spyOn(company, "start").mockResolvedValue();
    company.tables = null;
  });
  afterEach(() => {
    company.tables = null;
    localStorage.clear();
    vi.restoreAllMocks();
  });

  it("offers a newcomer both games and their lessons before the daily challenge", async () => {
    await show(Home, {});
    expect(order()).toEqual([...games.flatMap((name) => [`play-now-${name}`, `learn-${name}`, `friends-${name}`]), "today"]);
    expect(text()).toContain("No account needed");
  });

  it("shows a returning player the running games, the daily challenge and the games, in this order", async () => {
    localStorage.setItem("quincunx.finished-a-game", "yes");
    company.tables = [myTable(games[0]!, 1)];
    await show(Home, {});
    await vi.waitFor(() => get("running"));
    expect(order().slice(0, 4)).toEqual(["running", "today", `play-now-${games[0]}`, `friends-${games[0]}`]);
  });

  it.each([true, false])("has the filled button at the game that waits for me: %s", async (isDue) => {
    company.tables = [myTable(games[0]!, 1, isDue ? { waits_for_you: true, to_move: 0 } : {})];
    await show(Home, {});
    await vi.waitFor(() => get("running"));
    expect(document.querySelector(".primary")?.getAttribute("data-testid")).toBe(isDue ? "running-continue" : `play-now-${games[0]}`);
    expect(document.querySelectorAll(".primary")).toHaveLength(isDue ? 1 : games.length);
  });

  it("waits a moment for the games of an account that this device does not remember", async () => {
    localStorage.setItem("quincunx.account", "yes");
    await show(Home, {});
    expect(document.querySelector("h1")).toBeNull();
    company.tables = [myTable(games[0]!, 1)];
    await vi.waitFor(() => get("running"));
    expect(order().slice(0, 2)).toEqual(["running", "today"]);
  });

  it("waits no longer than a moment", async () => {
    vi.useFakeTimers();
    localStorage.setItem("quincunx.account", "yes");
    await show(Home, {});
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    flushSync();
    expect(order()[0]).toBe("today");
  });
});

describe("the lessons", () => {
  beforeEach(() => localStorage.clear());

  it("say how many steps they have, how far the learner is, and when all are finished", async () => {
    const shown = async () => {
      document.body.replaceChildren();
      await show(LearnPage, { game: null, step: null });
      await withMore(Promise.resolve());
      await vi.waitFor(() => ALL.forEach(({ name }) => expect(text(get(`progress-${name}`))).not.toBe("")));
      return ALL.map(({ name }) => `${text(get(`progress-${name}`))} ${text(get(`learn-${name}`))}`.replace(`: ${t(`${name}.name`)}`, ""));
    };
    const [first, second] = ALL.map(({ name }) => name);
    expect(await shown()).toEqual(["4 short steps · about 3 minutes Start", "4 short steps · about 3 minutes Start"]);
    finishStep(first!, "one");
    // A step that is no longer part of the lesson does not count.
    for (const step of ["one", "gone", "three"]) finishStep(second!, step);
    expect(await shown()).toEqual(["Step 2 of 4 Continue", "Step 2 of 4 Continue"]);
    for (const step of ["two", "three", WHOLE_GAME]) finishStep(first!, step);
    expect((await shown())[0]).toBe("✓ All steps finished Once more");
    expect(get(`learn-${first}`).getAttribute("href")).toBe(`/learn/${first}?step=1`);
  });

  it("list their steps: finished ones have a check, the next one is marked, and what follows is below", async () => {
    const name = ALL[0]!.name;
    for (const step of ["one", "three"]) finishStep(name, step);
    await show(LearnPage, { game: null, step: null });
    await withMore(Promise.resolve());
    await vi.waitFor(() => get("steps"));
    flushSync();
    const steps = [...get("steps").querySelectorAll("a")];
    expect(steps.map((each) => each.getAttribute("href"))).toEqual([1, 2, 3, 4].map((step) => `/learn/${name}?step=${step}`));
    expect(steps.map((each) => text(each.querySelector(".sign")!))).toEqual(["✓", "2", "✓", "4"]);
    expect(steps.map((each) => each.getAttribute("aria-current"))).toEqual([null, "step", null, null]);
    expect(text(steps.at(-1)!)).toContain("Your first game");
    for (const each of ALL) expect(get(`first-game-${each.name}`).getAttribute("href")).toMatch(`/learn/${each.name}?step=`);
    expect(get("after-puzzles").getAttribute("href")).toBe("/puzzles");
  });
});
