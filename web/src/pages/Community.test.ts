/** The page of people: whom one can play now, first. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALL } from "../games";
import { withMore } from "../i18n/index.svelte";
import { company } from "../state/lobby/company.svelte";
import { guest } from "../state/people/guest.svelte";
import { companyOf } from "../state/setup/quick";
import { get, settled, show, text } from "../testing/show";
import type { OpenSeek, OpenTable, Options } from "../wire/types";
import Community from "./Community.svelte";

const game = ALL[0]!;
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
    expect([has("here"), has("alone")]).toEqual([false, false]);
    expect(text()).not.toContain("Start a search, and");
  });

  it("offers a bot first while nobody is here, and promises no game at once", async () => {
    await shown(1, [], []);
    await vi.waitFor(() => get("alone-bot"));
    expect([...document.querySelectorAll(".button.primary")].map((each) => text(each))).toEqual(["Play a bot"]);
    expect(get("alone-friend").getAttribute("href")).toMatch(/^\/new\?game=\w+&with=friends$/);
    expect(text()).toContain("Start a search, and we’ll let you know");
    expect(text()).not.toContain("as soon as we find one");
    expect(text()).not.toContain("No open tables");
  });
});
