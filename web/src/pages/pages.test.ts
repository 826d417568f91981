/** The pages that list games list all of them. */

import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALL } from "../games";
import { click, get, show, text } from "../testing/show";
import type { TableSettings } from "../wire/types";
import Home from "./Home.svelte";
import NewTable from "./NewTable.svelte";
import RulesPage from "./RulesPage.svelte";

let made: TableSettings[] = [];

beforeEach(() => {
  made = [];
  const answer = (path: string, request?: RequestInit) => {
    if (path === "/api/tables") made.push(JSON.parse(String(request?.body)) as TableSettings);
    return Promise.resolve(new Response(path === "/api/tables" ? '{"id": "a-new-table"}' : '{"name": "Anna", "tables": [], "levels": []}'));
  };
  vi.stubGlobal("fetch", vi.fn(answer));
  vi.stubGlobal("scrollTo", vi.fn());
});
afterEach(() => vi.unstubAllGlobals());

const settled = () => vi.waitFor(() => expect(made).toHaveLength(1));

describe.each(ALL.map((game) => [game.name, game] as const))("%s", (name, game) => {
  it("is on the home page, and one click away from a table against a bot", async () => {
    await show(Home, {});
    expect(document.querySelectorAll("section")).toHaveLength(ALL.length);
    click(`play-now-${name}`);
    await settled();
    expect(made[0]).toMatchObject({ options: { game: name, players: 2 }, hints: true, seats: [{ kind: "me" }, { kind: "bot", level: game.usualLevel }] });
  });

  it("is set up with every seating that it has, and with what is its own", async () => {
    await show(NewTable, { game: name, preset: null });
    expect(document.querySelectorAll('[name="players"]')).toHaveLength(game.seatings.length);
    await game.setup();
    await tick();
    flushSync();
    expect(document.querySelectorAll("fieldset").length).toBeGreaterThanOrEqual(5);
    const { players, sides } = game.seatings.at(-1)!;
    click(`players-${players}-${sides}`);
    expect(document.querySelectorAll('[data-testid^="plan-"]')).toHaveLength(players);
    get("make").closest("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true, bubbles: true }));
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
    for (const other of ALL) expect(document.querySelectorAll(`a[href="/rules/${other.name}"]`)).toHaveLength(other === game ? 0 : 1);
    expect(text(document.querySelector("h1")!)).not.toBe("");
  });
});
