import { beforeEach, describe, expect, it, vi } from "vitest";
import { router } from "../../router.svelte";
import { FakeEnvironment } from "../../testing/fakes";
import { person } from "../../testing/tiny";
import type { MyTable, OpenTournament, OpenSeek, OpenTable } from "../../wire/types";
import { guest } from "../people/guest.svelte";
import { Company, isWaiting } from "./company.svelte";

const settings = { options: { game: "tiny" }, seats: [], one_device: false } as unknown as MyTable["settings"];
const mine = (id: string, changes: Partial<MyTable> = {}): MyTable => ({ id, version: 3, status: "playing", settings, host: "Anna", seats: [person("Anna", true), person("Bo")], to_move: 0, waits_for_you: false, clock: null, since: 10, small: null, tournament: null, handle: null, ...changes });
const open = (id: string, changes: Partial<OpenTable> = {}): OpenTable => ({ id, status: "waiting", host: "Bo", settings, names: ["Bo", null], since: 10, watching: 0, handle: null, handles: [], rating: null, surely: null, ended: null, winners: [], small: null, guests: [], origin: null, ...changes });
const ids = (tables: readonly { id: string }[] | null) => tables?.map(({ id }) => id);

let environment: FakeEnvironment;
let company: Company;
const say = (frame: object) => environment.transport.say(frame);

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(guest, "ready").mockResolvedValue();
  environment = new FakeEnvironment();
  company = new Company(environment);
  await company.start();
  environment.transport.onopen?.();
});

describe("my tables", () => {
  it("are unknown before they are told, and begin with those that wait for me, then the latest", () => {
    expect(company.tables).toBeNull();
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [mine("old"), mine("new", { since: 20 }), mine("due", { waits_for_you: true, since: 1 })] });
    expect(ids(company.tables)).toEqual(["due", "new", "old"]);
  });

  it("change by what is told of them", () => {
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [mine("a"), mine("b", { since: 5 })] });
    say({ type: "my_tables", whole: false, gone: ["a"], more: 0, tables: [mine("b", { waits_for_you: true }), mine("c", { since: 30 })] });
    expect(ids(company.tables)).toEqual(["b", "c"]);
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [] });
    expect(company.tables).toEqual([]);
  });

  it("are told with how many more there are", () => {
    say({ type: "my_tables", whole: true, gone: [], more: 50, tables: [mine("a")] });
    expect(company.more).toBe(50);
    say({ type: "my_tables", whole: false, gone: [], more: 49, tables: [mine("b", { waits_for_you: true })] });
    expect([ids(company.tables), company.more]).toEqual([["b", "a"], 49]);
  });

  it("have their time counted down, as long as they are told of and not merely remembered", () => {
    const clock = { remaining: [60_000, 60_000], since: 1, now: 1, running: 0, finished_by_bot: null, vacations: [] };
    const timed = { ...settings, pace: { type: "live", total: 60, increment: 5 } } as MyTable["settings"];
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [mine("a", { settings: timed, clock }), mine("b")] });
    environment.pass(10_000);
    expect([company.clocks.get("a")?.left(0), company.clocks.get("b")]).toEqual([50_000, undefined]);
    expect(new Company(new FakeEnvironment()).clocks.size).toBe(0);
    const timers = environment.timers.length;
    say({ type: "my_tables", whole: false, gone: [], more: 0, tables: [mine("a", { settings: timed, clock })] });
    expect(company.clocks.get("a")?.left(0)).toBe(60_000);
    expect(environment.timers).toHaveLength(timers);
    say({ type: "my_tables", whole: false, gone: ["a"], more: 0, tables: [] });
    expect(company.clocks.size).toBe(0);
    expect(environment.timers).toHaveLength(timers - 1);
  });

  it("are remembered until they are told again", () => {
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [mine("a")] });
    expect(ids(new Company(new FakeEnvironment()).tables)).toEqual(["a"]);
    localStorage.setItem("quincunx.my-tables", "[{");
    expect(new Company(new FakeEnvironment()).tables).toBeNull();
  });

  it("wait for me unless I am there, or all people play on this device", () => {
    const shared = mine("shared", { waits_for_you: true, settings: { ...settings, one_device: true } });
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [mine("a", { waits_for_you: true }), mine("b"), shared] });
    expect(ids(company.waiting(null))).toEqual(["a"]);
    expect(ids(company.waiting("a"))).toEqual([]);
    expect(isWaiting(shared)).toBe(false);
  });

  it("are told anew after a loss, and the page knows of it", () => {
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [mine("a")] });
    environment.transport.onclose?.(1006, "");
    expect(company.isLost).toBe(true);
    expect(ids(company.tables)).toEqual(["a"]);
    environment.pass(250);
    expect(environment.transports).toHaveLength(2);
    environment.transport.onopen?.();
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [] });
    expect(company.isLost).toBe(false);
    expect(company.tables).toEqual([]);
  });

  it("are asked for again when the server did not know who I am at first", async () => {
    vi.spyOn(guest, "ready").mockRejectedValueOnce(new Error("offline"));
    const later = new FakeEnvironment();
    const other = new Company(later);
    await other.start();
    expect(later.transports).toHaveLength(0);
    await other.start();
    await other.start();
    expect(later.transports).toHaveLength(1);
  });
});

describe("the lobby", () => {
  const asked = () => environment.transport.sent.filter((frame) => (frame as { type: string }).type === "follow");

  it("is sent while a page follows it, also after a loss", () => {
    const first = company.follow();
    const second = company.follow();
    expect(asked()).toEqual([{ type: "follow", lobby: true }]);
    first();
    expect(asked()).toHaveLength(1);
    environment.transport.onclose?.(1006, "");
    environment.pass(250);
    environment.transport.onopen?.();
    expect(asked()).toEqual([{ type: "follow", lobby: true }]);
    second();
    expect(asked().at(-1)).toEqual({ type: "follow", lobby: false });
    say({ type: "lobby", whole: true, gone: [], tables: [open("late")], boards: {}, tournaments: null, seekers: null });
    expect(company.lobby).toBeNull();
  });

  it("begins with tables that wait, then the best-rated games, then those that most people watch", () => {
    company.follow();
    say({ type: "lobby", whole: true, gone: [], tables: [open("quiet", { status: "playing" }), open("loud", { status: "playing", watching: 3 }), open("old"), open("new", { since: 20 })], boards: {}, tournaments: null, seekers: null });
    expect(ids(company.lobby)).toEqual(["new", "old", "loud", "quiet"]);
    say({ type: "lobby", whole: false, gone: ["new"], tables: [open("quiet", { status: "playing", watching: 9 })], boards: {}, tournaments: null, seekers: null });
    expect(ids(company.lobby)).toEqual(["old", "quiet", "loud"]);
    say({ type: "lobby", whole: false, gone: ["old"], tables: [open("weak", { status: "playing", surely: -20 }), open("strong", { status: "playing", surely: 1900 })], boards: {}, tournaments: null, seekers: null });
    expect(ids(company.lobby)).toEqual(["strong", "weak", "quiet", "loud"]);
    say({ type: "lobby", whole: false, gone: ["quiet"], tables: [open("first", { status: "ended", ended: 5, surely: 9999 }), open("last", { status: "ended", ended: 6 })], boards: {}, tournaments: null, seekers: null });
    expect(ids(company.lobby)).toEqual(["strong", "weak", "loud", "last", "first"]);
  });

  it("has the latest open tournaments while a page follows it", () => {
    const stop = company.follow();
    const tournaments = [{ id: "friday" }, { id: "sunday" }] as unknown as OpenTournament[];
    say({ type: "lobby", whole: true, gone: [], tables: [], boards: {}, tournaments, seekers: null });
    say({ type: "lobby", whole: false, gone: [], tables: [], boards: {}, tournaments: null, seekers: null });
    expect(ids(company.tournaments)).toEqual(["friday", "sunday"]);
    say({ type: "lobby", whole: false, gone: [], tables: [], boards: {}, tournaments: tournaments.slice(1), seekers: null });
    expect(ids(company.tournaments)).toEqual(["sunday"]);
    stop();
    expect(company.tournaments).toEqual([]);
  });

  it("has the people who seek a game, as they were told last, while the lobby is followed", () => {
    expect(company.seekers).toBeNull();
    const stop = company.follow();
    const seekers = [{ name: "Ada" }, { name: "Bo" }] as unknown as OpenSeek[];
    say({ type: "lobby", whole: true, gone: [], tables: [], boards: {}, tournaments: [], seekers });
    say({ type: "lobby", whole: false, gone: [], tables: [], boards: {}, tournaments: null, seekers: null });
    expect(company.seekers?.map(({ name }) => name)).toEqual(["Ada", "Bo"]);
    say({ type: "lobby", whole: false, gone: [], tables: [], boards: {}, tournaments: null, seekers: [] });
    expect(company.seekers).toEqual([]);
    stop();
    expect(company.seekers).toBeNull();
  });

  it("has running games in small, as they look now", () => {
    company.follow();
    const tables = [open("a", { status: "playing" }), open("b", { status: "playing" }), open("c", { status: "playing" })];
    const boards = () => Object.fromEntries(company.boards);
    say({ type: "lobby", whole: true, gone: [], tables, boards: { a: "1", b: "2", c: "3" }, tournaments: null, seekers: null });
    expect(boards()).toEqual({ a: "1", b: "2", c: "3" });
    say({ type: "lobby", whole: false, gone: ["b"], tables: [], boards: { a: "4", c: "" }, tournaments: null, seekers: null });
    expect(boards()).toEqual({ a: "4" });
    say({ type: "lobby", whole: true, gone: [], tables, boards: { c: "5" }, tournaments: null, seekers: null });
    expect(boards()).toEqual({ c: "5" });
  });
});

describe("a followed tournament", () => {
  const listener = (id: string) => ({ id, onNews: vi.fn(), onRefusal: vi.fn() });
  const refusal = { type: "refused", key: null, reason: { kind: "unknown", code: "no-such-tournament", sentence: "No.", rule: null, params: {} } };
  const sent = () => environment.transport.sent.filter((frame) => (frame as { type: string }).type === "follow_tournament").map((frame) => (frame as unknown as { tournament: string | null }).tournament);

  it("is asked for, again after a loss, and no longer after the end", () => {
    const leave = company.followTournament(listener("cup"));
    expect(sent()).toEqual(["cup"]);
    environment.transport.onclose?.(1006, "");
    environment.pass(250);
    environment.transport.onopen?.();
    expect(sent()).toEqual(["cup"]);
    leave();
    expect(sent()).toEqual(["cup", null]);
  });

  it("reaches its follower with its chat", () => {
    const cup = listener("cup");
    company.followTournament(cup);
    const news = [{ type: "tournament", tournament: { id: "cup" } }, { type: "tournament_talk", talk: { tournament: "cup" } }];
    for (const each of news) say(each);
    expect(cup.onNews.mock.calls.map(([each]) => each as unknown)).toEqual(news);
    say(refusal);
    expect(cup.onRefusal).toHaveBeenCalledExactlyOnceWith(refusal.reason);
  });

  it("is not left because a page before it goes away late", () => {
    const leave = company.followTournament(listener("cup"));
    const next = listener("next");
    company.followTournament(next);
    leave();
    expect(sent()).toEqual(["cup", "next"]);
    say({ type: "tournament", tournament: { id: "next" } });
    expect(next.onNews).toHaveBeenCalledOnce();
  });

  it("that is none does not end the search for others", () => {
    company.seek({ game: "tiny" } as unknown as OpenTable["settings"]["options"], { type: "live", total: 300, increment: 10 });
    say(refusal);
    expect(company.seeking).not.toBeNull();
  });
});

describe("looking for others", () => {
  const pace = { type: "live", total: 300, increment: 10 } as const;
  const options = { game: "tiny" } as unknown as OpenTable["settings"]["options"];
  const sent = () => environment.transport.sent.map((frame) => (frame as { type: string }).type);
  const found = (id: string) => mine(id, { status: "waiting", waits_for_you: true, settings: { ...settings, rated: true, pace } });
  let gone: string[];
  beforeEach(() => {
    gone = [];
    vi.spyOn(router, "go").mockImplementation((address) => void gone.push(address));
    router.route = { page: "community" };
  });

  it("goes to the table where a seat is kept, in whatever order that is told", () => {
    company.seek(options, pace);
    expect(sent()).toContain("seek");
    say({ type: "seeking", is_on: true, level: "keen" });
    expect(company.seeking?.level).toBe("keen");
    say({ type: "seeking", is_on: false, level: null });
    say({ type: "my_tables", whole: false, gone: [], more: 0, tables: [mine("another", { waits_for_you: true }), found("met")] });
    expect(gone).toEqual(["/t/met"]);
    expect(company.seeking).toBeNull();
  });

  it("takes an invitation for what it is, and goes on looking", () => {
    company.seek(options, pace);
    const asked = { ...settings, rated: true, pace, seats: [{ kind: "me" }, { kind: "invited" }] };
    const seats = [{ kind: "person", yours: false }, { kind: "kept", yours: true }];
    say({ type: "my_tables", whole: false, gone: [], more: 0, tables: [{ ...found("asked"), settings: asked, seats }] });
    expect(gone).toEqual([]);
    expect(company.seeking).not.toBeNull();
  });

  it("does not call a player away from a game", () => {
    router.route = { page: "table", id: "elsewhere", isGuided: false };
    const seats = [{ kind: "person", yours: true }, { kind: "person", yours: false }] as unknown as MyTable["seats"];
    const daily = { ...settings, pace: { type: "daily", hours: 24 } as const };
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [mine("elsewhere", { status: "playing", seats, settings: daily })] });
    company.seek(options, pace);
    say({ type: "my_tables", whole: false, gone: [], more: 0, tables: [found("met")] });
    expect(gone).toEqual([]);
    expect(ids(company.waiting("elsewhere"))).toEqual(["met"]);
  });

  it("ends when I have started another live game with a person, and not for a daily one", () => {
    router.route = { page: "table", id: "elsewhere", isGuided: false };
    const seats = [{ kind: "person", yours: true }, { kind: "person", yours: false }] as unknown as MyTable["seats"];
    company.seek(options, pace);
    const begun = (pace: MyTable["settings"]["pace"]) => mine("elsewhere", { status: "playing", seats, settings: { ...settings, pace } });
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [begun({ type: "daily", hours: 24 })] });
    expect(company.seeking).not.toBeNull();
    say({ type: "my_tables", whole: false, gone: [], more: 0, tables: [begun(pace)] });
    expect([company.seeking, sent().at(-1)]).toEqual([null, "stop_seeking"]);
  });

  it("calls a player away from a bot, unless that game counts", () => {
    router.route = { page: "table", id: "meanwhile", isGuided: false };
    const seats = [{ kind: "person", yours: true }, { kind: "bot", yours: false }] as unknown as MyTable["seats"];
    const game = (rated: boolean) => mine("meanwhile", { status: "playing", seats, settings: { ...settings, rated } });
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [game(true)] });
    company.seek(options, pace);
    say({ type: "my_tables", whole: false, gone: [], more: 0, tables: [found("met")] });
    expect(gone).toEqual([]);
    say({ type: "my_tables", whole: false, gone: ["met"], more: 0, tables: [game(false)] });
    company.seek(options, pace);
    say({ type: "my_tables", whole: false, gone: [], more: 0, tables: [found("met-later")] });
    expect(gone).toEqual(["/t/met-later"]);
  });

  it("goes on when the page is loaded anew, unless that is long ago", () => {
    company.seek(options, pace);
    expect(new Company(new FakeEnvironment()).seeking).toMatchObject({ options, pace });
    vi.useFakeTimers({ now: Date.now() + 3_600_000 });
    expect(new Company(new FakeEnvironment()).seeking).toBeNull();
    vi.useRealTimers();
    company.stopSeeking();
    expect(new Company(new FakeEnvironment()).seeking).toBeNull();
  });

  it("ends when I say so, and goes on after a loss", () => {
    company.seek(options, pace);
    environment.transport.onclose?.(1006, "");
    environment.pass(250);
    environment.transport.onopen?.();
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [] });
    expect(sent()).toEqual(["seek"]);
    company.stopSeeking();
    expect(sent().at(-1)).toBe("stop_seeking");
    say({ type: "my_tables", whole: false, gone: [], more: 0, tables: [found("late")] });
    expect(gone).toEqual([]);
  });

  it("goes to the opponent found while the connection was lost, and stops the search", () => {
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [found("an-old-one")] });
    company.seek(options, pace);
    environment.transport.onclose?.(1006, "");
    environment.pass(250);
    environment.transport.onopen?.();
    say({ type: "my_tables", whole: true, gone: [], more: 0, tables: [found("an-old-one"), found("met")] });
    expect([gone, sent(), company.seeking]).toEqual([["/t/met"], [], null]);
  });

  it("ends where another window of mine looks for something else", () => {
    company.seek(options, pace);
    say({ type: "seeking", is_on: true, level: "keen" });
    say({ type: "seeking", is_on: false, level: null });
    environment.pass(5000);
    expect([company.seeking, gone]).toEqual([null, []]);
  });

  it("says why it cannot be", () => {
    company.seek(options, pace);
    say({ type: "refused", key: null, reason: { kind: "conflict", code: "rated-alone", sentence: "No.", rule: null, params: {} } });
    expect(company.seeking).toBeNull();
    expect(company.refusal?.code).toBe("rated-alone");
  });
});
