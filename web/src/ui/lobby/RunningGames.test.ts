import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import { company } from "../../state/lobby/company.svelte";
import { click, get, show, text } from "../../testing/show";
import type { MyTable } from "../../wire/types";
import RunningGames from "./RunningGames.svelte";

beforeEach(() => {
  vi.spyOn(company, "start").mockResolvedValue();
  company.tables = [];
});
afterEach(() => {
  company.tables = null;
  company.more = 0;
  vi.restoreAllMocks();
});

async function shown(more: number): Promise<string> {
  company.more = more;
  await show(RunningGames, {});
  // Its texts are in the second part.
  await vi.waitFor(() => {
    flushSync();
    expect(text() !== "").toBe(more > 0);
  });
  return text();
}

const bot = { kind: "bot", name: null, level: "novice", yours: false, bot_moves: 0, ran_out: false, handle: null };
const me = { ...bot, kind: "person", name: "Ann", level: null, yours: true };
const game = (number: number, more: Partial<MyTable> = {}) =>
  ({
    ...{ id: `t${number}`, version: 1, status: "playing", host: "Ann", seats: [me, bot], to_move: 1, waits_for_you: false },
    ...{ clock: null, since: Date.now() - 3 * 3_600_000, tournament: null, small: "17,40 1 665 6 2 -3", handle: null },
    settings: { options: { game: "cinqo", players: 2, goal: "hundred", rounds: 5, first: 0 }, one_device: false },
    ...more,
  }) as unknown as MyTable;
const rows = () => [...document.querySelectorAll('[data-testid="running"] .words')].map((each) => text(each));

describe("the list of my games", () => {
  it("shows the first few, and all of them on request", async () => {
    company.tables = [1, 2, 3, 4, 5].map((number) => game(number));
    await show(RunningGames, {});
    expect(rows()).toHaveLength(3);
    expect(text(get("all-games"))).toBe("All 5 games");
    click("all-games");
    expect(rows()).toHaveLength(5);
    expect(get("all-games").ariaExpanded ?? get("all-games").getAttribute("aria-expanded")).toBe("true");
    click("all-games");
    expect(rows()).toHaveLength(3);
  });

  it("does not grow by games that come while the page is read", async () => {
    company.tables = [1, 2, 3].map((number) => game(number));
    await show(RunningGames, { most: 1 });
    expect(rows()).toHaveLength(1);
    expect(text(get("all-games"))).toBe("All 3 games");
  });

  it("tells games apart by opponent, standing, age and turn", async () => {
    const board = `${".".repeat(87)}0a1`;
    const cinco = { options: { game: "cinco", players: 2, teams: 2, joker: false, first: 0 }, one_device: false };
    company.tables = [game(1, { waits_for_you: true, to_move: 0 }), game(2, { small: board, settings: cinco as unknown as MyTable["settings"] })];
    await show(RunningGames, {});
    await vi.waitFor(() => expect(rows()).toEqual(["Cinq-O with Seedling Your turn · 17 – 40 · 3 hr ago", "Cinco with Seedling Seedling’s turn · 3 tokens · 3 hr ago"]));
    expect(document.querySelector('[data-testid="all-games"]')).toBeNull();
  });

  it("says how many games it does not show", async () => {
    expect(await shown(50)).toBe("50 more of your games aren’t shown; games that wait for you come first.");
    company.more = 1;
    flushSync();
    await vi.waitFor(() => expect(text()).toBe("One more game of yours isn’t shown; games that wait for you come first."));
  });

  it("says nothing of the kind when it shows all", async () => {
    expect(await shown(0)).toBe("");
  });
});
