/** The form of a new tournament, of a ladder, and of teams. */

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { guest } from "../../../state/people/guest.svelte";
import { click, get, show, text } from "../../../testing/show";
import "../../../testing/stranger";
import { tournamentSettings, tournamentView } from "../../../testing/tournament";
import type { TournamentSettings } from "../../../wire/types";
import Form from "./Form.svelte";

vi.mock("../../../games", () => import("../../../testing/tiny"));

const missing = (id: string) => expect(document.querySelector(`[data-testid="${id}"]`)).toBeNull();
let made: TournamentSettings[];
beforeEach(() => {
  made = [];
  vi.stubGlobal("scrollTo", vi.fn());
  vi.stubGlobal("fetch", (path: string, request?: RequestInit) => {
    if (path === "/api/tournaments") made.push(JSON.parse(String(request?.body)) as TournamentSettings);
    return Promise.resolve(new Response(JSON.stringify(tournamentView())));
  });
});
const isAccount = () => guest.is({ name: "Heron", is_account: true, has_played: false } as never);
async function create(): Promise<TournamentSettings> {
  document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  await vi.waitFor(() => expect(made).toHaveLength(1));
  return made[0]!;
}
function pick(id: string, value: string) {
  const select = get(id) as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

describe("a new tournament", () => {
  it("takes an account, and says so kindly", async () => {
    guest.is({ name: "Brisk Heron", is_account: false, has_played: false } as never);
    await show(Form, {});
    missing("make-tournament");
    expect(text(get("needs-account"))).toContain("Players don’t need one.");
    document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    expect(made).toEqual([]);
    // The guest becomes an account meanwhile, and the form keeps its choices.
    click("round-robin");
    isAccount();
    flushSync();
    get("make-tournament");
    expect((get("round-robin") as HTMLInputElement).checked).toBe(true);
  });

  it("begins with the format, of which each says in a line what it is, and can start from an idea", async () => {
    await show(Form, { idea: { format: "knockout", people: 4 } });
    expect(text(document.querySelector("legend")!)).toBe("Format");
    expect((get("knockout") as HTMLInputElement).checked).toBe(true);
    expect(text(get("knockout").parentElement!)).toMatch(/^KnockoutWin to stay in, until the final\. The losers of the semi-finals/);
    expect(text(get("swiss").parentElement!)).toBe("SwissPlayers with similar scores meet.");
    expect(text(get("tournament-plan"))).toContain("2 rounds");
    for (const option of document.querySelectorAll(".formats .option")) expect(text(option.querySelector(".small")!)).not.toBe("");
  });

  it("says what it means in numbers, and offers no more rounds than can be played", async () => {
    isAccount();
    await show(Form, {});
    expect(text(get("tournament-plan"))).toBe("3 rounds · 12 games · up to about 50 minutes");
    const possible = () => [...get("tournament-rounds").querySelectorAll<HTMLOptionElement>("option:not([disabled])")].length - 1;
    expect(possible()).toBe(4);
    const people = get("tournament-people") as HTMLInputElement;
    people.value = "12";
    people.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(possible()).toBe(6);
    click("round-robin");
    missing("tournament-rounds");
    expect(text(get("tournament-plan"))).toContain("11 rounds · 66 games");
    expect(await create()).toMatchObject({ ...tournamentSettings({ format: "round_robin" }), name: expect.stringMatching(/^Tournament of /) as string });
    await vi.waitFor(() => expect(localStorage.getItem("quincunx.tournament-draft")).toBeNull());
  });

  it("has its further settings folded, and names them in a line", async () => {
    isAccount();
    await show(Form, {});
    expect((get("tournament-more").parentElement as HTMLDetailsElement).open).toBe(false);
    expect(text(get("tournament-settled"))).toMatch(/Casual$/);
    click("tournament-rated");
    click("tournament-listed");
    expect(text(get("tournament-settled"))).toMatch(/Rated · Public tournament$/);
  });

  it("starts when the host says so, or at a set time that stays while it is being typed", async () => {
    isAccount();
    await show(Form, {});
    missing("tournament-begins");
    pick("tournament-begins-set", "true");
    const field = get("tournament-begins") as HTMLInputElement;
    expect(field.value).toMatch(/T20:00$/);
    expect(text(get("tournament-settled"))).toContain("Starts: ");
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    get("tournament-begins");
    pick("tournament-begins-set", "false");
    missing("tournament-begins");
    expect((await create()).begins).toBeNull();
  });
});

describe("a new ladder", () => {
  const title = () => document.querySelector("form")!.getAttribute("aria-label");

  it("speaks of itself, and has no rounds", async () => {
    isAccount();
    await show(Form, {});
    expect([title(), text(get("make-tournament"))]).toEqual(["New tournament", "Create tournament"]);
    click("ladder");
    expect([title(), text(get("make-tournament"))]).toEqual(["New ladder", "Create ladder"]);
    pick("tournament-begins-set", "true");
    expect(text()).toContain("The ladder starts by itself at this time.");
    expect(text()).not.toMatch(/round(?! robin)/i);
    expect((get("tournament-name") as HTMLInputElement).placeholder).toMatch(/^Ladder of /);
  });

  it("is played by the day, unless the host has chosen otherwise", async () => {
    isAccount();
    await show(Form, {});
    click("ladder");
    expect((get("pace-daily-24") as HTMLInputElement).checked).toBe(true);
    click("swiss");
    expect((get("pace-live-5-10") as HTMLInputElement).checked).toBe(true);
    click("pace-live-25-30");
    click("ladder");
    expect((await create()).pace).toEqual({ type: "live", total: 1_500, increment: 30 });
  });

  it("ends after a year, or on a set date", async () => {
    isAccount();
    await show(Form, { idea: { format: "ladder", people: 8 } });
    missing("tournament-ends");
    pick("tournament-ends-set", "true");
    get("tournament-ends");
    expect((await create()).ends).toBeGreaterThan(Date.now());
  });
});

describe("a new tournament of teams", () => {
  it("asks for the boards, and sends them", async () => {
    isAccount();
    await show(Form, {});
    missing("tournament-boards");
    click("team-swiss");
    pick("tournament-boards", "3");
    expect(await create()).toMatchObject({ format: "team_swiss", boards: 3 });
  });
});
