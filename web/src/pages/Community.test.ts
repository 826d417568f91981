/** The page of people: whom one can play now, first. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALL } from "../games";
import { withMore } from "../i18n/index.svelte";
import { company } from "../state/lobby/company.svelte";
import { guest } from "../state/people/guest.svelte";
import * as quick from "../state/setup/quick";
import { click, get, settled, show, text } from "../testing/show";
import type { OpenSeek, OpenTable, Options } from "../wire/types";
import Community from "./Community.svelte";

const { companyOf } = quick;
const game = ALL[0]!;
const other = ALL[1]!;
const options = game.options(companyOf(game)) as Options;
const settings = { options, seats: [{ kind: "me" }, { kind: "open" }], one_device: false, listed: true, watchable: true, hints: true, bot_pace: "normal", pace: null, rated: false, club: null } as unknown as OpenTable["settings"];
const table = (id: string, status: OpenTable["status"]): OpenTable => ({ id, status, host: "Dario", settings, names: ["Dario", null], since: 0, watching: 0, handle: null, handles: [null, null], rating: null, surely: null, ended: null, winners: [], small: null, guests: [], origin: null });
const seek = { name: "Lotte", options, pace: { type: "daily", hours: 24 }, points: 1500, since: 0, is_guest: false } as unknown as OpenSeek;

let people = 1;
beforeEach(async () => {
  guest.is({ name: "Kind Stork", is_account: false, has_played: false, operator_link_at: null, has_mail: false, is_operator: false });
  vi.spyOn(company, "start").mockResolvedValue();
  vi.spyOn(company, "follow").mockReturnValue(() => undefined);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ people }))));
  await withMore(Promise.resolve());
});
afterEach(() => {
  company.lobby = company.seekers = null;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function shown(count: number, tables: readonly OpenTable[], seekers: readonly OpenSeek[]): Promise<void> {
  people = count;
  company.lobby = tables;
  company.seekers = seekers;
  await show(Community, {});
  await settled();
}
const headings = () => [...document.querySelectorAll("h2")].map((each) => text(each));
const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;

describe("the community", () => {
  it("begins with the search, then those who look for a game, then open tables, then what can be watched", async () => {
    await shown(3, [table("a", "waiting"), table("b", "playing")], [seek]);
    expect(headings()).toEqual(["Find an opponent", "Looking for an opponent now", "Open tables", "Live games"]);
    expect(text(get("here"))).toBe("3 people are here now");
  });

  it("does not say that I am alone beside a table to join", async () => {
    await shown(1, [table("a", "waiting")], []);
    expect([has("here"), has("alone-bot")]).toEqual([false, false]);
    expect([...document.querySelectorAll("section .button.primary")].map((each) => text(each)).slice(0, 1)).toEqual(["Look for an opponent"]);
  });

  it("offers a bot first while nobody is here, and promises no game at once", async () => {
    await shown(1, [], []);
    await vi.waitFor(() => get("alone-bot"));
    expect([...document.querySelectorAll(".button.primary")].map((each) => text(each))).toEqual(["Play a bot while we look"]);
    expect(get("alone-friend").getAttribute("href")).toMatch(/^\/new\?game=\w+&with=friends$/);
    expect(text(get("here"))).toBe("You’re the only one here right now.");
    expect(text()).toContain("As soon as someone joins, we take you to their table");
    expect(text()).not.toContain("as soon as we find one");
    expect(text()).not.toContain("No open tables");
  });

  it("searches for the chosen game and pace, remembers them, and plays a bot meanwhile", async () => {
    const seeking = vi.spyOn(company, "seek").mockReturnValue();
    const playing = vi.spyOn(quick, "playNow").mockResolvedValue();
    await shown(1, [], []);
    await vi.waitFor(() => get("alone-bot"));
    click(`seek-${other.name}`);
    expect(["quick", "relaxed", "daily"].map((name) => text(get(`seek-${name}`).closest("label")!))).toEqual(["Quick 5 min + 10 s", "Relaxed 25 min + 30 s", "Turn-based 1 day per turn"]);
    click("seek-daily");
    click("alone-bot");
    await settled();
    expect(seeking.mock.calls).toEqual([[other.options(companyOf(other)), { type: "daily", hours: 24 }]]);
    expect(playing.mock.calls.map(([played]) => played.name)).toEqual([other.name]);
    click("seek");
    expect(seeking).toHaveBeenCalledTimes(2);
    document.body.replaceChildren();
    await shown(1, [], []);
    expect([...document.querySelectorAll(":checked")].map((each) => each.getAttribute("data-testid"))).toEqual([`seek-${other.name}`, "seek-daily"]);
    localStorage.clear();
  });

  it("tells how long a search has run, and what follows", async () => {
    const since = Date.now() - 75_000;
    company.seeking = { options, pace: { type: "daily", hours: 24 }, since, level: "novice" };
    await shown(1, [], []);
    expect(text(get("seeking"))).toMatch(/No one yet.*1:15/);
    expect(text()).toContain("we take you to the table when someone joins");
    expect(has("meanwhile")).toBe(true);
    company.seeking = null;
  });
});
