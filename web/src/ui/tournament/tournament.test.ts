/** The texts of a tournament's page for each visitor, and its requests to the server. */

import { type Component, flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { company } from "../../state/lobby/company.svelte";
import { guest } from "../../state/people/guest.svelte";
import { type Tournament, tournaments as requests } from "../../state/tournament/tournament.svelte";
import { NOBODY, tournamentSettings, tournamentView, game, line, round } from "../../testing/tournament";
import { viewer } from "../../testing/tournamentPart";
import { click, get, resize, show, text } from "../../testing/show";
import "../../testing/stranger";
import { person } from "../../testing/tiny";
import type { TournamentGame, TournamentSettings, TournamentView, MyTable, OpenTournament, TournamentSummary } from "../../wire/types";
import Joining from "./Joining.svelte";
import Mine from "./Mine.svelte";
import Now from "./Now.svelte";
import Open from "./Open.svelte";
import Bracket from "./results/Bracket.svelte";
import Crosstable from "./results/Crosstable.svelte";
import Final from "./results/Final.svelte";
import Games from "./results/Games.svelte";
import Rulings from "./results/Rulings.svelte";
import Standings from "./results/Standings.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));
afterEach(() => (company.tables = null));

type Arrival = TournamentGame["seats"][number];
const command = vi.fn(() => Promise.resolve(true));
const missing = (id: string) => expect(document.querySelector(`[data-testid="${id}"]`)).toBeNull();

const see = viewer(command);

describe("my game now", () => {
  const you = { ...NOBODY, player: 1, table: "table-1" };
  const atTable = (kinds: [string, string]) => {
    const seats = [{ ...person("Bo"), kind: kinds[0] }, { ...person("Ada", true), kind: kinds[1] }];
    company.tables = [{ id: "table-1", seats } as unknown as MyTable];
  };

  it("says whom I play, and leads to the table", async () => {
    await see(Now, { you });
    expect(text(get("now-title"))).toBe("You’re playing Bo");
    expect(text(get("now-seat"))).toBe("Bo starts.");
    missing("now-place");
    expect(get("to-table").getAttribute("href")).toBe("/t/table-1");
    missing("next-round");
    missing("tournament-leave");
  });

  it.each([
    ["If you’re not at the table within 2:00, a bot takes your seat.", ["person", "kept"]],
    ["Bo isn’t at the table yet. A bot takes the seat in 2:00.", ["kept", "person"]],
    ["A bot is playing for you. You can take your seat back at any time.", ["person", "stand_in"]],
    ["Bo starts.", ["person", "person"]],
  ] as [string, [string, string]][])("tells of its seats: %s", async (sentence, kinds) => {
    atTable(kinds);
    await see(Now, { you });
    expect(text(get("now-seat"))).toBe(sentence);
  });

  it("says how it ended and what comes next, and lets me leave at the second press", async () => {
    await see(Now, { you: { ...NOBODY, player: 1 }, current: round(2, [game(1, [2, 1], [1, 0])]), next_at: 1_090_000 });
    expect(text(get("now-title"))).toBe("Bo beat you");
    expect(text(get("next-round"))).toBe("Round 3 begins in 0:30.");
    click("tournament-leave");
    expect(command).not.toHaveBeenCalled();
    click("tournament-leave");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "leave" });
  });

  it("leads to the replay of my game, and says how many games the next round waits for", async () => {
    const over = game(1, [2, 1], [1, 0]);
    await see(Now, { you: { ...NOBODY, player: 1 }, current: round(2, [over, game(2, [3, 4]), game(3, [5, 6])]) });
    expect(text(get("now-unfinished"))).toBe("2 games to finish");
    expect(get("now-replay").getAttribute("href")).toBe("/t/table-1/replay");
    document.body.replaceChildren();
    await see(Now, { you: { ...NOBODY, player: 1 }, current: round(2, [{ ...over, is_ruled: true }]) });
    missing("now-unfinished");
    missing("now-replay"); // the host's ruling is no end of a game
  });

  it("says my place once games have been counted", async () => {
    await see(Now, { you, standings: [line(3, "Carl", { place: 1, games: 1 }), line(1, "Ada", { place: 2 }), line(2, "Bo", { place: 2 })] });
    expect(text(get("now-place"))).toBe("You’re number 2 of 3");
  });

  it("is a round off for a player with a bye", async () => {
    await see(Now, { you: { ...NOBODY, player: 3 } });
    expect(text(get("now"))).toContain("You have a bye this round There was nobody left for you to play.");
  });

  it("can still start for a late or returning player", async () => {
    await see(Now, { you: { ...NOBODY, may_join: true } });
    expect(text(get("now-title"))).toBe("You can still join");
    click("tournament-join");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "join" });
  });

  it("is missing for spectators", async () => {
    await see(Now);
    expect(text(get("now-title"))).toBe("You’re watching");
    missing("tournament-join");
    await see(Now, { you: { ...NOBODY, player: 1, may_join: true }, standings: [line(1, "Ada", { is_out: true })], current: round(2, []) });
    expect(text()).toContain("You’re no longer taking part.");
    expect(text()).toContain("Join again");
  });
});

describe("before the start", () => {
  it("a visitor with the link joins under their current name", async () => {
    guest.is({ name: "Brisk Heron", is_account: false, has_played: false } as never);
    await see(Joining, { status: "open", you: { ...NOBODY, may_join: true } });
    expect(text()).toContain("You’ll play as Brisk Heron.");
    click("tournament-join");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "join" });
  });

  it("players may leave again, and a full tournament says so", async () => {
    await see(Joining, { status: "open", you: { ...NOBODY, player: 2 } });
    expect(text(get("joined"))).toBe("You’re in!");
    expect(text()).toContain("Keep this page open.");
    document.body.replaceChildren();
    await see(Joining, { status: "open", you: { ...NOBODY, player: 2 }, settings: tournamentSettings({ begins: 1_060_000 + 172_800_000 }) });
    expect(text(document.querySelector("h2")!)).toBe("You’re in! Starts in 2 days");
    expect(text()).toContain("You don’t need to keep this page open.");
    click("tournament-leave");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "leave" });
    await see(Joining, { status: "open" });
    expect(text()).toContain("The tournament is full.");
  });
});

describe("a round", () => {
  const standings = [line(1, "Ada"), line(2, "Bo"), line(3, "Carl"), line(4, "Dora"), line(5, "Emil")];
  const games = [game(1, [1, 2], [0, 1], [true, false]), game(2, [4, 3]), game(3, [5], [1])];

  it("says who plays whom, who has won, for whom a bot played, and leads to the games", async () => {
    await show(Games, { round: round(1, games), standings, me: null });
    expect(text(get("game-1"))).toContain("Ada 0Bo 1 A bot played for Ada.");
    expect(get("game-1").querySelector(".won")?.textContent).toContain("Bo");
    expect(get("game-1").querySelector("a")?.getAttribute("href")).toBe("/t/table-1/replay");
    expect(text(get("game-2"))).toContain("playing");
    expect(get("game-2").querySelector("a")?.getAttribute("aria-label")).toBe("Watch Dora and Carl");
    expect(text(get("game-3"))).toBe("Emil has a bye");
  });

  it("calls a number a table on the wall", async () => {
    await show(Games, { round: round(1, games), standings, me: null, isFixed: true });
    expect(text(get("game-2"))).toMatch(/^Table2 Dora/);
    expect(text(get("game-3"))).toBe("Emil has a bye");
  });

  it("names absent players and bots, and shows no empty seat as played", async () => {
    const seated = (seats: Arrival[], has_begun: boolean) => ({ ...game(1, [1, 2]), seats, has_begun });
    const said = async (seats: Arrival[], has_begun: boolean, me: number | null = null) => {
      document.body.replaceChildren();
      await show(Games, { round: round(1, [seated(seats, has_begun)]), standings, me });
      return text(get("game-1")).replace(/ ?Watch$/, "");
    };
    expect(await said(["missing", "here"], false)).toBe("1 Ada not here yetBo not here yet");
    expect([...document.querySelectorAll(".name.missing")].map((each) => text(each))).toEqual(["Ada"]);
    expect(get("arrival").getAttribute("aria-hidden")).toBe("true"); // the words beside the name are read
    expect(await said(["here", "missing"], false)).toContain("Bo not here yet");
    expect(await said(["here", "bot"], true)).toBe("1 Ada Bo a bot playing");
    expect(await said(["bot", "bot"], true)).toBe("1 Ada a botBo a bot");
    expect(await said([], false)).toBe("1 Ada Bo");
    // I know that I am not there.
    expect(await said(["missing", "here"], false, 1)).toBe("1 Ada Bo");
    expect(await said(["missing", "missing"], false, 1)).toContain("Bo not here yet");
    expect(document.querySelectorAll(".name .ring")).toHaveLength(1);
    // Where nobody is, the words say it once.
    expect(await said(["missing", "missing"], false)).toContain("Ada not here yetBo not here yet");
    expect(document.querySelectorAll(".name .ring")).toHaveLength(0);
  });

  it("shows partners together, and at other tables the best first", async () => {
    const four = [line(1, "Ada"), line(2, "Bo"), line(3, "Carl"), line(4, "Di")];
    const names = () => [...document.querySelectorAll(".player .name")].map((each) => text(each as HTMLElement));
    await show(Games, { round: round(1, [{ ...game(1, [1, 2, 3, 4], [0, 6, 0, 6]), sides: [0, 1, 0, 1] }]), standings: four, me: null });
    expect(names()).toEqual(["Ada", "Carl", "Bo", "Di"]);
    expect(document.querySelectorAll(".player.other")).toHaveLength(1);
    document.body.replaceChildren();
    await show(Games, { round: round(1, [game(1, [1, 2, 3, 4], [0, 6, 2, 4])]), standings: four, me: null });
    expect(names()).toEqual(["Bo", "Di", "Carl", "Ada"]);
    expect([...document.querySelectorAll(".player.won")]).toHaveLength(1);
  });

  it("does not lead players to their own game as spectators", async () => {
    await show(Games, { round: round(1, games), standings, me: 3 });
    expect(get("game-2").querySelector("a")).toBeNull();
  });
});

describe("the standings", () => {
  const standings = [line(2, "Bo", { place: 1, points: 1.5, buchholz: 2 }), line(1, "Ada", { place: 1, points: 1.5, buchholz: 2 }), line(3, "Carl", { place: 3, is_out: true })];

  it("mark places that are shared, and explain themselves", async () => {
    await see(Standings, { standings, you: { ...NOBODY, player: 3 } });
    const places = [...document.querySelectorAll("tbody .place")];
    expect(places.map((place) => text(place))).toEqual(["=1", "=1", "3"]);
    expect([...document.querySelectorAll("tbody tr:first-child > *")].map((cell) => text(cell))).toEqual(["=1", "Bo", "1½", "2", "0", "0"]);
    expect(text(document.querySelector('[aria-current="true"]')!)).toContain("Carlno longer playing");
    expect(document.querySelectorAll('[data-testid="how"] li')).toHaveLength(7);
  });

  it("of a knockout have the places that the losers of a round share", async () => {
    const shared = [line(1, "Ada", { place: 1, wins: 2 }), line(2, "Bo", { place: 2, wins: 1 }), line(3, "Carl", { place: 3 }), line(4, "Di", { place: 3 })];
    await see(Standings, { status: "ended", standings: shared, settings: tournamentSettings({ format: "knockout" }) });
    expect([...document.querySelectorAll("tbody .place")].map((place) => text(place))).toEqual(["1", "2", "3–4", "3–4"]);
    expect([...document.querySelectorAll("thead th")].map((cell) => text(cell))).toEqual(["Place", "Name", "Wins", "Games"]);
  });

  it("say that the tie-break decides where it does", async () => {
    const equal = (buchholz: number) => [line(1, "Ada", { points: 2, buchholz: 3 }), line(2, "Bo", { points: 2, buchholz })];
    await see(Standings, { standings: equal(1) });
    expect(text()).toContain("If points are equal, the higher tie-break comes first.");
    document.body.replaceChildren();
    await see(Standings, { standings: equal(3) });
    expect(text()).not.toContain("the higher tie-break");
  });

  it.each([
    [1280, ["Quarter-finals", "Semi-finals", "Final", "Match for third place"]],
    [390, ["Final", "Match for third place", "Semi-finals", "Quarter-finals"]],
  ])("of a knockout are a bracket, which at %d px reads %j", async (width, stages) => {
    resize(width, 800);
    const eight = ["Ada", "Bo", "Carl", "Di", "Ed", "Flo", "Gus", "Hal"].map((name, at) => line(at + 1, name));
    const rounds = new Map([
      [1, round(1, [game(1, [1, 2], [1, 0]), game(2, [3, 4], [0, 1]), game(3, [5, 6], [1, 0]), game(4, [7], [1])])],
      [2, round(2, [game(1, [1, 4], [1, 0]), game(2, [5, 7], [0, 1])])],
      [3, round(3, [game(1, [7, 1], [0, 1]), game(2, [4, 5], [1, 0])])],
    ]);
    await see(Bracket, { status: "ended", round: 3, rounds: 3, standings: eight, settings: tournamentSettings({ format: "knockout" }), current: rounds.get(3)! }, { rounds });
    expect([...get("bracket").querySelectorAll("h3")].map((each) => text(each))).toEqual(stages);
    expect(text(get("bracket-3-1"))).toBe("Gus 0Ada 1");
    expect(text(get("bracket-third"))).toBe("Di 1Ed 0");
    expect(text(get("bracket-1-4"))).toContain("Gus");
    expect(get("bracket-3-1").querySelector("a")?.getAttribute("href")).toBe("/t/table-1/replay");
    expect(get("bracket-3-1").querySelector(".won")?.textContent).toContain("Ada");
  });

  it("have a crosstable in a round robin", async () => {
    const rounds = new Map([[1, round(1, [game(1, [1, 2], [0.5, 0.5]), game(2, [3], [1])])], [2, round(2, [game(1, [2, 3], [1, 0])])]]);
    await see(Crosstable, { standings }, { rounds });
    const rows = [...document.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => text(cell)));
    expect(rows).toEqual([
      ["", "½", "1", "1½"],
      ["½", "", "·", "1½"],
      ["0", "·", "", "0"],
    ]);
  });

  it.each([
    ["Bo and Ada share first place", standings, 3, "Your final place: 3 of 3."],
    ["Bo wins the tournament", standings.slice(0, 1), null, ""],
    ["You win the tournament!", standings.slice(0, 1), 2, ""],
    ["The tournament has ended", [line(1, "Ada", { place: 1 })], null, ""],
  ])("end: %s", async (title, lines, player, mine) => {
    await see(Final, { status: "ended", standings: lines, you: { ...NOBODY, player } });
    expect(text(get("winner"))).toBe(title);
    expect(text(get("final"))).toBe(`${title}${mine && ` ${mine}`}`);
  });
});

describe("tournaments that wait", () => {
  const open = (id: string, changes: Partial<OpenTournament> = {}): OpenTournament => {
    const { name, format, options, pace } = tournamentSettings();
    return { id, name, host: { name: "Ada", handle: "a" }, format, options, pace, rated: false, players: 3, most: 12, begins: null, made: 1, is_running: false, ...changes };
  };
  afterEach(() => (company.tournaments = []));

  it("say what one wants to know before one joins, and lead there", async () => {
    company.tournaments = [open("friday", { begins: new Date(2026, 10, 27, 20).getTime() }), open("own"), open("any", { name: "Any time" }), open("ladder", { is_running: true })];
    await show(Open, { without: ["own"] });
    const lines = [...document.querySelectorAll('[data-testid="open-tournament"]')];
    expect(lines.map((each) => each.getAttribute("href"))).toEqual(["/e/friday", "/e/any", "/e/ladder"]);
    expect(lines.map((each) => each.querySelector('[data-testid="open-tournament-state"]')?.textContent)).toEqual([expect.stringMatching(/^Starts: Fri/), "Starts when the host is ready", "Under way; you can still join"]);
    expect(document.querySelectorAll(".entry > .lid")).toHaveLength(3);
    expect(text(lines[1]!)).toBe("Any time Starts when the host is ready tiny.name · Swiss · 5 min + 10 s 3 of 12 players · hosted by Ada Join");
  });

  it("can only be looked at once they are full", async () => {
    company.tournaments = [open("full", { players: 12 }), open("free", { players: 11 })];
    await show(Open, { without: [] });
    expect([...document.querySelectorAll(".button")].map((each) => [text(each), ...["step", "primary"].filter((look) => each.classList.contains(look))])).toEqual([["View"], ["Join", "step"]]);
  });

  it("can only be looked at once the viewer is in them or hosts them", async () => {
    vi.spyOn(guest, "ready").mockResolvedValue();
    vi.spyOn(requests, "mine").mockResolvedValue({ tournaments: [{ id: "own" } as TournamentSummary] });
    company.tournaments = [open("own"), open("free")];
    await show(Open, {});
    await expect.poll(() => [...document.querySelectorAll(".button")].map(text)).toEqual(["View", "Join"]);
  });

  it("of some hosts alone are a club's", async () => {
    company.tournaments = [open("friday"), open("other", { host: { name: "Bo", handle: "b" } })];
    await show(Open, { without: [], hosts: ["b"], title: "Tournaments by members" });
    expect([...document.querySelectorAll("a")].map((each) => each.getAttribute("href"))).toEqual(["/e/other"]);
    expect(text(document.querySelector("h2")!)).toBe("Tournaments by members");
  });

  it("of mine come first where a game waits for me, then the running ones, then the next to start", async () => {
    const mine = (id: string, changes: Partial<TournamentSummary> = {}): TournamentSummary => ({ id, name: id, status: "open", round: 0, players: 3, is_host: false, is_ladder: false, made: 1, settings: tournamentSettings({ most: 12 }), ...changes });
    company.tables = [{ id: "table", tournament: "waits", waits_for_you: true }, { id: "other", tournament: "runs", waits_for_you: false }] as unknown as MyTable[];
    const begins = new Date(2026, 10, 27, 20).getTime();
    const later = (by: number) => ({ settings: tournamentSettings({ begins: begins + by }) });
    await show(Mine, { tournaments: [mine("any", { is_host: true, players: 2 }), mine("later", later(1)), mine("soon", later(0)), mine("runs", { status: "playing", round: 2 }), mine("waits", { status: "playing", round: 3 }), mine("unknown", { settings: null })] });
    const rows = [...document.querySelectorAll('[data-testid="my-tournament"]')];
    const lines = rows.map((each) => text(each));
    expect(lines.map((each) => each.split(" ")[0])).toEqual(["waits", "runs", "soon", "later", "any", "unknown"]);
    expect(lines[0]).toBe("waits Round 3 Your game is waiting tiny.name · Swiss · 5 min + 10 s 3 players Go to table");
    expect(lines[1]).toMatch(/Round 2 .* View$/);
    expect(lines[2]).toMatch(/Starts: Fri.* 27 Nov/);
    expect(lines[4]).toBe("any Waiting for players tiny.name · Swiss · 5 min + 10 s 2 of 12 players · you’re the host View");
    expect(lines[5]).toBe("unknown Starts when the host is ready 3 players View");
    expect([...document.querySelectorAll(".button.primary")].map((each) => text(each))).toEqual(["Go to table"]);
    expect(rows.slice(0, 2).map((each) => each.getAttribute("href"))).toEqual(["/t/table", "/e/runs"]);
    expect(rows.map((each) => each.querySelector(".lid") !== null), "the emblem of a game that is known").toEqual([true, true, true, true, true, false]);
  });

  it.each([
    [{}, "You can start it", "Start now"],
    [{ players: 2 }, "Waiting for players", "View"],
    [{ is_host: false }, "Starts when the host is ready", "View"],
    [{ settings: tournamentSettings({ begins: new Date(2026, 10, 27, 20).getTime() }) }, "Starts: Fri", "View"],
    [{ settings: tournamentSettings({ format: "team_swiss" }) }, "Waiting for players", "View"],
    [{ status: "playing" as const, round: 1 }, "Round 1", "View"],
  ])("tell a host when they wait for nobody else: %j", async (changes, state, action) => {
    await show(Mine, { tournaments: [{ id: "own", name: "own", status: "open", round: 0, players: 3, is_host: true, is_ladder: false, made: 1, settings: tournamentSettings(), ...changes }] });
    expect(text(get("my-tournament-state"))).toContain(state);
    expect(text(document.querySelector(".button")!)).toBe(action);
    expect(document.querySelector(".button")!.classList.contains("primary"), "the one that waits for the host").toBe(action === "Start now");
  });

  it("are nothing at all where there are none", async () => {
    await show(Open, {});
    missing("open-tournament");
    expect(document.querySelector("h2")).toBeNull();
  });
});
