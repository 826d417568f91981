import { describe, expect, it, vi } from "vitest";
import { commitment } from "../../state/chance/commitment";
import { guest } from "../../state/people/guest.svelte";
import { api } from "../../state/server/api";
import type { Table } from "../../state/table/table.svelte";
import { click, get, show, text } from "../../testing/show";
import { TINY, person, tinyTable, tinyView } from "../../testing/tiny";
import type { TableView } from "../../wire/types";
import Result from "./Result.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

async function end(winners: number[], { yours = [0], seats = 2, oneDevice = false, termination = "counted", rematch = null as string | null, tournament = null as string | null, bots = "", moves = [] as number[] } = {}) {
  const names = ["Anna", "Bo", "Carl", "Dora"].slice(0, seats);
  const options = TINY.options(TINY.seatings.find(({ players }) => players === seats)!);
  const view = tinyTable(
    { status: "ended", outcome: { termination, winners }, seats: names.map((name, seat) => (bots && seat ? { kind: "bot", name: null, level: bots, yours: false } : { ...person(name, yours.includes(seat)), bot_moves: moves[seat] ?? 0 })), game: tinyView({ options }), rematch, tournament },
    { options, one_device: oneDevice },
  );
  const table = { command: vi.fn() };
  await show(Result, { table: table as unknown as Table, view });
  return table;
}
/** Unfold the details of the game's chance. */
async function unfold() {
  get("fairness").dispatchEvent(new Event("toggle"));
  await vi.waitFor(() => get("checked"));
}
const title = () => text(document.querySelector("h2")!);

describe("the result", () => {
  it("says without being asked that the chance is not what this device was promised", async () => {
    const promised = { seat: 0, round: 1, server: "a".repeat(64), commitment: "b".repeat(64), entropy: "c".repeat(64) };
    localStorage.setItem("quincunx.commit-reveal", JSON.stringify([{ table: "table-of-a-test", promised: [promised], seen: [] }]));
    await end([0]);
    await vi.waitFor(() => expect(text(get("verdict"))).toContain("the seed isn’t the one this device saw committed"));
    expect(get("verdict").getAttribute("role")).toBe("alert");
  });

  it("keeps a daily challenge secret until the day is over, and offers no rematch of it", async () => {
    const of_day = { date: "2026-11-22", is_practice: false, opens_at: 0 };
    const ended = { status: "ended", outcome: { termination: "counted", winners: [0] }, seats: [person("Anna", true), person("Bo")], of_day };
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    const shows = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;
    await show(Result, { table: { command: vi.fn() } as unknown as Table, view: tinyTable(ended) });
    expect(["replay", "record", "check", "rematch", "next-level"].filter(shows)).toEqual([]);
    document.body.replaceChildren();
    await show(Result, { table: { command: vi.fn() } as unknown as Table, view: tinyTable({ ...ended, seed: "5e".repeat(32) }) });
    await unfold();
    expect(["replay", "record", "check", "rematch", "next-level"].filter(shows)).toEqual(["replay", "record", "check"]);
    vi.unstubAllGlobals();
  });

  it("says nothing of promises that this device has not seen", async () => {
    localStorage.setItem("quincunx.commit-reveal", "[]");
    await end([0]);
    expect(document.querySelector('[data-testid="verdict"]')).toBeNull();
  });

  it("says that the server tells another game than this page shows", async () => {
    const seed = "5e".repeat(32);
    const table = tinyTable({ status: "ended", outcome: { termination: "counted", winners: [0] }, seed, commitment: commitment(seed), entropies: ["", ""] });
    const replayed = (changes: Partial<TableView> = {}) => ({ table: { ...table, ...changes }, steps: [{ seat: 0, chance: null, events: [], view: table.game! }], talk: [], started_at: null });
    const replay = vi.spyOn(api, "replay").mockResolvedValue(replayed());
    await show(Result, { table: { command: vi.fn() } as unknown as Table, view: table });
    await unfold();
    click("check");
    await vi.waitFor(() => expect(text(get("checked"))).toContain("result.checked"));
    replay.mockResolvedValue(replayed({ entropies: ["a1".repeat(32), ""] }));
    await click("check");
    await vi.waitFor(() => expect(text(get("checked"))).toBe("The server’s account of the game doesn’t match this page."));
    replay.mockRestore();
  });

  it("says for whom a bot made moves, and how many", async () => {
    await end([0], { seats: 4, moves: [0, 0, 1, 0] });
    expect(text(get("helped"))).toBe("A bot made 1 move for Carl.");
  });

  it("lists them, where there are several", async () => {
    await end([0], { seats: 4, moves: [2, 0, 1, 3] });
    expect(text(get("helped"))).toBe("Moves made by a bot: 2 for you, 1 for Carl and 3 for Dora.");
  });

  it("does not mention help if there was none", async () => {
    await end([0]);
    expect(document.querySelector('[data-testid="helped"]')).toBeNull();
  });

  it("leads from a tournament's table back to the tournament, and to no rematch", async () => {
    const ready = vi.spyOn(guest, "ready").mockRejectedValue(new Error("nobody is there"));
    await end([0], { tournament: "friday-cup" });
    await vi.waitFor(() => expect(get("to-tournament").getAttribute("href")).toBe("/e/friday-cup"));
    expect(document.querySelector('[data-testid="rematch"]')).toBeNull();
    expect(text()).not.toContain("New game");
    ready.mockRestore();
  });

  it.each([
    ["You win!", [0], {}],
    ["You lost", [1], {}],
    ["Bo wins", [1], { yours: [] }],
    ["Anna wins", [0], { oneDevice: true, yours: [0, 1] }],
    ["You share the win!", [0, 1], {}],
    ["Anna and Bo share the win", [0, 1], { yours: [] }],
    ["You win!", [0, 2], { seats: 4 }],
    ["You lost", [1, 3], { seats: 4 }],
    ["Red wins", [1, 3], { seats: 4, yours: [] }],
    ["Draw", [], {}],
  ] as const)("says “%s”", async (words, winners, how) => {
    await end([...winners], how as object);
    expect(title()).toBe(words);
  });

  it("describes the win in the game's own words, and an agreement in shared ones", async () => {
    await end([1]);
    expect(text()).toContain("Bo counted best. Well done.");
  });

  it("needs no game to say that a draw was agreed", async () => {
    await end([], { termination: "agreed" });
    expect(text()).toContain("The players agreed to a draw.");
  });

  it.each([
    ["truncated", "This game was stopped after reaching the turn limit."],
    ["abandoned", "This game was closed because nobody had played for a long time."],
  ])("takes a game that was broken off for no draw: %s", async (termination, words) => {
    await end([], { termination });
    expect(text()).toContain("No result");
    expect(text()).toContain(words);
    expect(text()).not.toContain("draw");
  });

  it.each([
    ["Bo resigned.", [0], {}],
    ["You resigned.", [1], {}],
    ["Bo and Dora resigned.", [0, 2], { seats: 4 }],
  ] as const)("needs no game to say who resigned: %s", async (words, winners, how) => {
    await end([...winners], { ...how, termination: "resigned" });
    expect(text()).toContain(words);
  });

  it("speaks of the reader as “you”", async () => {
    await end([0, 1], { yours: [1] });
    expect(text()).toContain("Anna and you counted best.");
  });

  it("offers the next level to a player who has beaten a bot, and creates that table", async () => {
    const made = vi.fn(() => Promise.resolve(new Response('{"name": "Anna", "id": "one-level-up"}')));
    vi.stubGlobal("fetch", made);
    vi.stubGlobal("scrollTo", vi.fn());
    await end([0], { bots: "novice" });
    expect(text(get("next-level"))).toContain("Next level: deep");
    click("next-level");
    await vi.waitFor(() => expect(location.pathname).toBe("/t/one-level-up"));
    const [, request] = made.mock.calls.at(-1) as unknown as [string, RequestInit];
    expect(JSON.parse(String(request.body))).toMatchObject({ seats: [{ kind: "me" }, { kind: "bot", level: "deep" }] });
    vi.unstubAllGlobals();
  });

  it.each([
    ["who lost", [1], { bots: "novice" }],
    ["who shared the win with one", [0, 1], { bots: "novice" }],
    ["who has beaten the best", [0], { bots: "deep" }],
    ["who has beaten a person", [0], {}],
    ["who watched", [0], { bots: "novice", yours: [] }],
  ] as const)("offers no next level to a player %s", async (_, winners, how) => {
    await end([...winners], how as object);
    expect(document.querySelector("[data-testid=next-level]")).toBeNull();
  });

  it.each([
    ["beaten", [0]],
    ["glad", [1]],
  ] as const)("shows how the bot takes it: %s", async (mood, winners) => {
    await end([...winners], { bots: "novice" });
    expect(document.querySelector(".rival [data-mood]")?.getAttribute("data-mood")).toBe(mood);
  });

  it("shows no face of a bot to spectators, or of a partner", async () => {
    await end([0], { bots: "novice", yours: [] });
    expect(document.querySelector(".rival")).toBeNull();
    document.body.replaceChildren();
    await end([0, 1], { bots: "novice" });
    expect(document.querySelector(".rival")).toBeNull();
  });

  it("folds the details of its chance into one line", async () => {
    await end([0]);
    const details = get("fairness") as HTMLDetailsElement;
    expect(details.open).toBe(false);
    await unfold();
    expect(details.contains(get("check")) && details.contains(get("record"))).toBe(true);
    expect(text(details.querySelector("summary")!)).toBe("Was it fair?");
  });

  it("offers a rematch to its players, and a link to an existing one", async () => {
    const table = await end([0]);
    click("rematch");
    expect(table.command).toHaveBeenCalledWith({ type: "rematch" });
  });

  it("leads to the rematch that another player requested", async () => {
    await end([0], { rematch: "another-table" });
    expect(get("join-rematch").getAttribute("href")).toBe("/t/another-table");
  });

  it("offers none to spectators", async () => {
    await end([0], { yours: [] });
    expect(document.querySelector("[data-testid=rematch]")).toBeNull();
  });
});
