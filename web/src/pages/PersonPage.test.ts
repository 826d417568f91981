/** The page of a person: what comes first on my own, and inviting another. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withMore } from "../i18n/index.svelte";
import { friends } from "../state/people/friends.svelte";
import { guest } from "../state/people/guest.svelte";
import { company } from "../state/lobby/company.svelte";
import { router } from "../router.svelte";
import { people } from "../state/people/people";
import { tournaments } from "../state/tournament/tournament.svelte";
import { chrome } from "../ui/shell/chrome.svelte";
import { click, get, resize, settled, show, text } from "../testing/show";
import { TINY } from "../testing/tiny";
import type { MyTable, PersonPage as Page, Statistics } from "../wire/types";
import PersonPage from "./PersonPage.svelte";

vi.mock("../games", () => import("../testing/tiny"));

const page = (changes: Partial<Page>): Page => ({ handle: "annas", name: "Anna", since: 0, is_account: true, is_program: false, is_you: true, is_followed: false, may_follow: false, may_invite: false, ratings: [], puzzles: [], statistics: [], with_you: null, ...changes });
const played = { game: "tiny", kind: "two", played: 1, won: 1, lost: 0, drew: 0, left: 0, streak: 1, best_streak: 1, facts: {} } as unknown as Statistics;

async function see(changes: Partial<Page>, isAccount = true): Promise<void> {
  guest.is({ name: "Anna", is_account: isAccount, has_played: false, operator_link_at: null, has_mail: false, is_operator: false });
  vi.spyOn(people, "page").mockResolvedValue(page(changes));
  await show(PersonPage, { handle: "me" });
  await vi.waitFor(() => get("person-name"));
  await settled();
}
const headings = () => [...document.querySelectorAll("h2")].map((each) => text(each));

beforeEach(async () => {
  vi.spyOn(guest, "ready").mockResolvedValue();
  vi.spyOn(tournaments, "mine").mockResolvedValue({ tournaments: [] });
  vi.spyOn(people, "games").mockResolvedValue({ games: [], next: null } as never);
  vi.spyOn(people, "play").mockResolvedValue({ games: [] } as never);
  vi.spyOn(friends, "load").mockResolvedValue();
  vi.spyOn(friends, "met").mockResolvedValue([]);
  friends.all = { people: [], is_hidden: false, most: 100 };
  company.tables = [];
  await withMore(Promise.resolve());
});
afterEach(() => {
  friends.all = null;
  chrome.me = null;
  vi.restoreAllMocks();
});

describe("my own page", () => {
  it("begins for a guest with the way to keep everything", async () => {
    await see({ is_account: false, statistics: [played] }, false);
    expect(headings()[0]).toBe("Create an account");
    expect([...document.querySelectorAll(".button.primary")].map((each) => text(each))).toEqual(["Create account"]);
    click("page-keep");
    expect(chrome.me).toBe("keep");
  });

  it("begins with the games in which it is my turn, and with no more of them than at first", async () => {
    const table = (id: string, waits: boolean) => ({ id, settings: { options: TINY.options({ players: 2, sides: 2 }), one_device: false }, status: "playing", waits_for_you: waits, to_move: 0, seats: [], since: 0, small: "", tournament: null }) as unknown as MyTable;
    company.tables = [table("mine", true), table("theirs", false)];
    await see({ is_account: false }, false);
    expect(headings()[0]).toBe("Your turn");
    const links = () => [...document.querySelectorAll('[data-testid="running"]')].map((each) => each.getAttribute("href"));
    expect(links()).toEqual(["/t/mine"]);
    company.tables = [table("mine", true), table("later", true)];
    await settled();
    expect(links()).toEqual(["/t/mine"]);
  });

  it("says what will come before the first game, and leads to it", async () => {
    await see({});
    expect(headings()).toEqual(["No finished games yet.", "Friends", "Saved games"]);
    expect(text(get("begin"))).toContain("Finish a game and it appears here");
    expect(text(get("open-record").closest("section")!)).toBe("Saved games Open a game’s record from a file to replay and verify it here. Open a record");
    const primary = () => [...document.querySelectorAll(".button.primary")].map((each) => text(each));
    expect(primary()).toEqual(["Play a first game"]);
    // A guest plays first, too; there is little to keep yet.
    document.body.replaceChildren();
    await see({ is_account: false }, false);
    expect(headings()).toEqual(["No finished games yet.", "Friends", "Saved games"]);
    expect(primary()).toEqual(["Play a first game"]);
    click("page-keep");
    expect(chrome.me).toBe("keep");
  });

  it("has games and friends before the rest, and links to its parts", async () => {
    await see({ statistics: [played] });
    expect(headings().slice(0, 2)).toEqual(["Games", "Friends"]);
    expect([...get("parts").querySelectorAll("a")].map((link) => link.getAttribute("href")).slice(0, 2)).toEqual(["#games", "#friends"]);
  });
});

describe("another person's page", () => {
  it("begins with our games together", async () => {
    await see({ is_you: false, statistics: [played], with_you: [played] });
    expect(headings()[0]).toBe("You and Anna");
  });

  it("has ratings and games in the order of my own page", async () => {
    const rating = { game: "tiny", kind: "two", points: 1500, margin: 60, games: 1 };
    await see({ is_you: false, ratings: [rating], puzzles: [{ game: "tiny", points: 1600, margin: 500, tries: 3, found: 2 } as Page["puzzles"][number]], statistics: [played] });
    expect(headings()).toEqual(["Ratings", "Games", "Puzzles"]);
    expect(document.querySelector('[data-testid="parts"]'), "links would repeat the headings below them").toBeNull();
    expect(text(get("puzzles-tiny"))).toBe("tiny 1,600 2 of 3 solved first time · provisional");
  });

  it.each([[1, 0], [2, 2]])("with %i games of one rating shows %i bars of two cards", async (won, bars) => {
    const rating = (kind: string) => ({ game: "tiny", kind, points: 1500, margin: 60, games: 1 });
    await see({ is_you: false, ratings: [rating("two"), rating("solo")], statistics: [{ ...played, won, lost: 0, drew: 0, left: 0 }, { ...played, kind: "solo", won: 1, lost: 0, drew: 0, left: 0 }] });
    expect(document.querySelectorAll(".ratings [data-testid='bar']").length).toBe(bars);
  });

  it("counts our games from my side, those as partners apart", async () => {
    const mine = (won: number, lost: number, is_together: boolean) => ({ ...played, won, lost, drew: 1, is_together });
    await see({ is_you: false, statistics: [{ ...played, won: 0, lost: 9 }], with_you: [mine(2, 0, false), mine(0, 3, true)] });
    const line = (id: string) => [...get(id).querySelectorAll("p")].map((each) => text(each)).join(" ");
    expect(line("results-tiny-two")).toBe("1 drawn You2 – 0AnnaYou 2 won 0 lost");
    expect(line("results-tiny-two-together")).toBe("1 drawn You0 – 3AnnaYou 0 won 3 lost");
    expect(text(get("results-tiny-two-together").querySelector("h3")!)).toMatch(/ · together$/);
  });

  it("shows our games together on a phone without a press", async () => {
    resize(390, 664);
    await see({ is_you: false, statistics: [played], with_you: [played] });
    expect(get("results-tiny-two").closest("details")).toBeNull();
  });

  it("folds the other results on a phone, without links to them, and an address unfolds them", async () => {
    resize(844, 390);
    await see({ is_you: false, statistics: [played] });
    expect(get("results-tiny-two").closest("details")!.open).toBe(false);
    expect(document.querySelector('[data-testid="parts"]')).toBeNull();
    document.body.replaceChildren();
    router.hash = "results";
    await see({ is_you: false, statistics: [played] });
    expect(get("results-tiny-two").closest("details")!.open).toBe(true);
    router.hash = "";
  });

  it("has one invitation, which asks for the game", async () => {
    await see({ is_you: false, may_invite: true, statistics: [played] });
    expect(document.querySelector('[data-testid="invite-tiny"]')).toBeNull();
    click("invite");
    expect(get("invite-tiny").getAttribute("href")).toBe("/new?game=tiny&invite=annas");
  });
});
