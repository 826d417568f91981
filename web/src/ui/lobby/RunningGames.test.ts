import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import { company } from "../../state/lobby/company.svelte";
import { ALL } from "../../games";
import { myTable } from "../../testing/running";
import { click, get, show, text } from "../../testing/show";
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

const game = (number: number) => myTable(ALL[0]!.name, number);
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

  it("does not repeat the heading of my turns, and has a dot between two facts alone", async () => {
    const table = myTable(ALL[0]!.name, 1, { waits_for_you: true, to_move: 0 });
    const lines = () => document.querySelector('[data-testid="running"] .line')!;
    await show(RunningGames, { own: { id: "your-turn", title: "Your turn", tables: [table] } });
    expect(text(lines())).toMatch(/ago$|now$/);
    expect(text(lines())).not.toMatch(/Your turn|·/);
    document.body.replaceChildren();
    await show(RunningGames, { own: { id: "local-games", title: "Games", tables: [table] } });
    expect(text(lines())).toMatch(/^Your turn · /);
  });

  it("has a button on each game that waits for a move, of which the first is filled", async () => {
    const due = { waits_for_you: true, to_move: 0 } as const;
    company.tables = [game(1), myTable(ALL[0]!.name, 2, due), myTable(ALL[0]!.name, 3, due)];
    await show(RunningGames, {});
    const buttons = [...document.querySelectorAll('[data-testid="running"]')].map((each) => each.querySelector('[data-testid="running-continue"]'));
    expect(buttons.map((each) => each && [text(each), each.classList.contains("primary")])).toEqual([null, ["Continue", true], ["Continue", false]]);
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
