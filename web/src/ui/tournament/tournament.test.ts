/** The texts of a tournament's page for each visitor, and its requests to the server. */

import { type Component, flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { company } from "../../state/lobby/company.svelte";
import { guest } from "../../state/people/guest.svelte";
import type { Tournament } from "../../state/tournament/tournament.svelte";
import { NOBODY, tournamentSettings, tournamentView, game, line, round } from "../../testing/tournament";
import { click, get, show, text } from "../../testing/show";
import { person } from "../../testing/tiny";
import type { TournamentGame, TournamentSettings, TournamentView, MyTable, OpenTournament, TournamentSummary } from "../../wire/types";
import Form from "./Form.svelte";
import Host from "./Host.svelte";
import Apart from "./hosting/Apart.svelte";
import Begins from "./hosting/Begins.svelte";
import Hosts from "./hosting/Hosts.svelte";
import Ruling from "./hosting/Ruling.svelte";
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
beforeEach(async () => {
  localStorage.clear();
  await startLanguage();
  await withMore(Promise.resolve());
});
afterEach(() => {
  vi.unstubAllGlobals();
  company.tables = null;
  guest.is({ name: "", is_account: false, has_played: false } as never);
});

type Arrival = TournamentGame["seats"][number];
const command = vi.fn(() => Promise.resolve(true));
const missing = (id: string) => expect(document.querySelector(`[data-testid="${id}"]`)).toBeNull();

async function see(part: Component<never>, changes: Partial<TournamentView> = {}, more: object = {}): Promise<void> {
  command.mockClear();
  const view = tournamentView(changes);
  const tournament = { view, command, failure: "", isBusy: false, rounds: new Map(), left: (moment: number) => Math.max(0, moment - view.now), wantRounds: vi.fn(), ...more } as unknown as Tournament;
  await show(part as unknown as Component<Record<string, unknown>>, { tournament, view });
}

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

describe("the host", () => {
  const you = { ...NOBODY, is_host: true, is_owner: true };

  it("begins as soon as there are three", async () => {
    await see(Host, { status: "open", round: 0, current: null, standings: [line(1, "Ada"), line(2, "Bo", { is_out: true })], you });
    missing("tournament-start");
    expect(text(get("start-why"))).toBe("You need 2 more players to start.");
    expect((get("tournament-link") as HTMLInputElement).value).toContain("/e/tournament-of-a-test");
    document.body.replaceChildren();
    await see(Host, { status: "open", round: 0, current: null, you });
    expect(text(get("start-why"))).toBe("Ready with 3 players");
    click("tournament-start");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "start" });
  });

  it("may play, too, by one line of their card", async () => {
    await see(Host, { status: "open", round: 0, current: null, you: { ...you, may_join: true } });
    click("tournament-join");
    expect(command).toHaveBeenLastCalledWith({ type: "join" });
    document.body.replaceChildren();
    await see(Host, { status: "open", round: 0, current: null, you: { ...you, player: 1 } });
    click("tournament-leave");
    expect(command).toHaveBeenLastCalledWith({ type: "leave" });
  });

  it("can set the result of the game that waits for a player", async () => {
    const waits = { ...game(1, [2, 1]), seats: ["here", "missing"] as Arrival[], has_begun: false };
    const current = round(2, [game(2, [3, 4]), waits]);
    await see(Host, { you, current }, { rounds: new Map([[2, current]]) });
    click("settle");
    expect((get("host-more").parentElement as HTMLDetailsElement).open).toBe(true);
    expect((get("ruling-game") as HTMLSelectElement).value).toBe("1");
    get("ruling-result");
    document.body.replaceChildren();
    await see(Host, { you });
    expect(text(get("host-state"))).toBe("1 game to finish");
    missing("settle");
  });

  it("begins before the announced time at the second press", async () => {
    await see(Host, { status: "open", round: 0, current: null, settings: tournamentSettings({ begins: 2_000_000 }), you });
    click("tournament-start");
    expect(command).not.toHaveBeenCalled();
    click("tournament-start");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "start" });
  });

  it.each([
    ["next-round-now", { type: "next_round", round: 3 }],
    ["tournament-end", { type: "end" }],
  ])("does by %s what cannot be taken back, at the second press", async (id, asked) => {
    await see(Host, { you });
    click(id);
    expect(command).not.toHaveBeenCalled();
    click(id);
    expect(command).toHaveBeenCalledExactlyOnceWith(asked);
  });

  it("sees who is waited for, and for how long", async () => {
    const waiting = (board: number, players: number[]) => ({ ...game(board, players), seats: players.map((player) => (player === 1 ? "here" : "missing") as Arrival), has_begun: false });
    await see(Host, { you, current: round(2, [waiting(1, [2, 1])]) });
    expect(text(get("latecomers"))).toBe("Waiting for Bo. Bots take their seats in 2:00.");
    document.body.replaceChildren();
    const standings = ["Ada", "Bo", "Carl", "Dora", "Emil", "Finn"].map((name, at) => line(at + 1, name));
    await see(Host, { you, standings, current: round(2, [waiting(1, [2, 1]), waiting(2, [3, 4]), waiting(3, [5, 6])]) });
    expect(text(get("latecomers"))).toBe("Waiting for Bo, Carl, Dora and 2 others. Bots take their seats in 2:00.");
  });

  it("removes one person, and not another by the same presses", async () => {
    await see(Host, { you });
    const choose = (player: string) => {
      const select = get("remove-whom") as HTMLSelectElement;
      select.value = player;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      flushSync();
    };
    choose("2");
    expect(text(get("tournament-remove"))).toBe("Remove Bo");
    click("tournament-remove");
    choose("3");
    click("tournament-remove");
    expect(command).not.toHaveBeenCalled();
    click("tournament-remove");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "remove", player: 3 });
  });

  const pick = (id: string, value: string) => {
    const field = get(id) as HTMLSelectElement;
    field.value = value;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    flushSync();
  };

  it("names co-hosts, removes them, and hands the tournament over at the second press", async () => {
    const cohosts = [{ name: "Bo", handle: "handle-2" }];
    await see(Hosts, { you, cohosts });
    pick("cohost-name", " Carl ");
    click("add-cohost");
    expect(command).toHaveBeenLastCalledWith({ type: "add_host", name: "Carl" });
    click("remove-host");
    expect(command).toHaveBeenLastCalledWith({ type: "remove_host", handle: "handle-2" });
    click("hand-over");
    expect(command).toHaveBeenCalledTimes(2);
    click("hand-over");
    expect(command).toHaveBeenLastCalledWith({ type: "hand_over", handle: "handle-2" });
  });

  it("has co-hosts, who can only step down", async () => {
    guest.is({ name: "Bo", is_account: true, has_played: false } as never);
    await see(Hosts, { you: { ...you, is_owner: false }, cohosts: [{ name: "Bo", handle: "handle-2" }, { name: "Ada", handle: "handle-1" }] });
    missing("hand-over");
    missing("cohost-name");
    click("step-down");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "remove_host", handle: "handle-2" });
  });

  it("keeps players apart, lets them meet again, and is told where that was impossible", async () => {
    const told = { ...you, apart: [{ players: [1, 3] }], breaches: [{ round: 1, board: 1, players: [1, 2] }, { round: 2, board: 1, players: [3, 1] }] };
    await see(Apart, { you: told });
    click("let-meet");
    expect(command).toHaveBeenLastCalledWith({ type: "let_meet", players: [1, 3] });
    pick("apart-whom", "2");
    expect(get("keep-apart").hasAttribute("disabled")).toBe(true);
    pick("apart-whom", "3");
    click("keep-apart");
    expect(command).toHaveBeenLastCalledWith({ type: "keep_apart", players: [2, 3] });
    await see(Host, { you: told });
    expect(text(get("breach"))).toBe("Carl and Ada play each other in round 2: no pairing kept everyone apart.");
    document.body.replaceChildren();
    await see(Host, { you, settings: tournamentSettings({ format: "knockout" }) });
    missing("keep-apart");
  });

  it("sets a result by the players' names, at the second press", async () => {
    const rounds = new Map([[2, round(2, [game(1, [2, 1], [1, 0]), game(2, [3], [1])])]]);
    await see(Ruling, { you }, { rounds });
    expect([...get("ruling-game").querySelectorAll("option")].map((each) => text(each))).toEqual(["Game…", "Bo and Ada · 1–0"]);
    pick("ruling-game", "1");
    expect([...get("ruling-result").querySelectorAll("option")].map((each) => text(each))).toEqual(["Result…", "Bo wins", "Draw", "Ada wins", "Neither scores"]);
    pick("ruling-result", "2");
    click("set-ruling");
    expect(command).not.toHaveBeenCalled();
    click("set-ruling");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "set_result", round: 2, board: 1, points: [0, 1] });
  });

  it("sets the places of a table of three, which two may share", async () => {
    const settings = tournamentSettings({ format: "table_swiss" });
    await see(Ruling, { you, settings }, { rounds: new Map([[2, round(2, [game(1, [2, 1, 3])])]]) });
    pick("ruling-game", "1");
    pick("ruling-result", "places");
    for (const [side, place] of ["2", "1"].entries()) pick(`ruling-place-${side}`, place);
    missing("set-ruling");
    pick("ruling-place-2", "2");
    click("set-ruling");
    click("set-ruling");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "set_result", round: 2, board: 1, points: [1.5, 6, 1.5] });
  });

  it("moves or withdraws the announced start", async () => {
    const settings = tournamentSettings({ begins: new Date("2026-11-27T20:00").getTime() });
    await see(Begins, { you, settings });
    expect((get("moved-start") as HTMLInputElement).value).toBe("2026-11-27T20:00");
    pick("moved-start", "2026-11-27T20:30");
    click("move-start");
    expect(command).toHaveBeenLastCalledWith({ type: "set_begins", begins: new Date("2026-11-27T20:30").getTime() });
    pick("moved-start", "");
    click("move-start");
    expect(command).toHaveBeenLastCalledWith({ type: "set_begins", begins: null });
  });

  it("has what results were set on record for all, the newest first", async () => {
    const by = { name: "Holly", handle: "handle-host" };
    const set = { by, at: new Date("2026-11-27T20:05").getTime(), round: 2, board: 1, players: [2, 1] };
    await see(Rulings, { rulings: [{ ...set, number: 1, before: null, after: [1, 0] }, { ...set, number: 2, before: [1, 0], after: null }] });
    const lines = [...get("rulings").querySelectorAll("li")].map((each) => text(each));
    expect(lines[0]).toMatch(/^Bo – Ada as played \(was 1–0\) Round 2 · Holly · .*20:05|8:05/);
    expect(lines[1]).toContain("1–0 (was no result)");
  });

  it("has no round to begin after the last one", async () => {
    await see(Host, { you, round: 3 });
    missing("next-round-now");
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
    expect(text(get("game-3"))).toBe("3 Emil has a bye");
  });

  it("names absent players and bots, and shows no empty seat as played", async () => {
    const seated = (seats: Arrival[], has_begun: boolean) => ({ ...game(1, [1, 2]), seats, has_begun });
    const said = async (seats: Arrival[], has_begun: boolean) => {
      document.body.replaceChildren();
      await show(Games, { round: round(1, [seated(seats, has_begun)]), standings, me: null });
      return text(get("game-1")).replace(/ ?Watch$/, "");
    };
    expect(await said(["here", "missing"], false)).toBe("1 Ada Bo not here yet");
    expect(await said(["here", "bot"], true)).toBe("1 Ada Bo a bot playing");
    expect(await said(["bot", "bot"], true)).toBe("1 Ada a botBo a bot");
    expect(await said([], false)).toBe("1 Ada Bo");
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
    vi.stubGlobal("innerWidth", width);
    window.dispatchEvent(new Event("resize"));
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
    expect(lines.map((each) => each.querySelector('[data-testid="open-running"]')?.textContent)).toEqual([undefined, undefined, "Under way; you can still join"]);
    expect(text(lines[0]!.querySelector('[data-testid="open-starts"]')!)).toMatch(/^Starts: Fri/);
    expect(text(lines[1]!)).toBe("Any time tiny.name · Swiss · 5 min + 10 s hosted by Ada · 3 of 12 players");
  });

  it("of some hosts alone are a club's", async () => {
    company.tournaments = [open("friday"), open("other", { host: { name: "Bo", handle: "b" } })];
    await show(Open, { hosts: ["b"], title: "Tournaments by members" });
    expect([...document.querySelectorAll("a")].map((each) => each.getAttribute("href"))).toEqual(["/e/other"]);
    expect(text(document.querySelector("h2")!)).toBe("Tournaments by members");
  });

  it("of mine come first where a game waits for me, then the running ones, then the next to start", async () => {
    const { format, options } = tournamentSettings();
    const mine = (id: string, changes: Partial<TournamentSummary> = {}): TournamentSummary => ({ id, name: id, status: "open", round: 0, players: 3, is_host: false, is_ladder: false, made: 1, format, options, begins: null, ...changes });
    company.tables = [{ tournament: "waits", waits_for_you: true }, { tournament: "runs", waits_for_you: false }] as unknown as MyTable[];
    const begins = new Date(2026, 10, 27, 20).getTime();
    await show(Mine, { tournaments: [mine("any", { is_host: true }), mine("later", { begins: begins + 1 }), mine("soon", { begins }), mine("runs", { status: "playing", round: 2 }), mine("waits", { status: "playing", round: 3 }), mine("unknown", { format: null, options: null })] });
    const lines = [...document.querySelectorAll('[data-testid="my-tournament"]')].map((each) => text(each));
    expect(lines.map((each) => each.split(" ")[0])).toEqual(["waits", "runs", "soon", "later", "any", "unknown"]);
    expect(lines[0]).toBe("waits tiny.name · Swiss · 3 players Round 3 Your game is waiting");
    expect(lines[1]).toMatch(/Round 2$/);
    expect(lines[2]).toMatch(/Starts: Fri.* 27 Nov/);
    expect(lines[4]).toBe("any tiny.name · Swiss · 3 players · you’re the host Waiting for players");
  });

  it("are nothing at all where there are none", async () => {
    await show(Open, {});
    missing("open-tournament");
    expect(document.querySelector("h2")).toBeNull();
  });
});

describe("a new tournament", () => {
  let made: TournamentSettings[];
  beforeEach(async () => {
    made = [];
    vi.stubGlobal("scrollTo", vi.fn());
    vi.stubGlobal("fetch", (path: string, request?: RequestInit) => {
      if (path === "/api/tournaments") made.push(JSON.parse(String(request?.body)) as TournamentSettings);
      return Promise.resolve(new Response(JSON.stringify(tournamentView())));
    });
  });

  it("takes an account, and says so kindly", async () => {
    guest.is({ name: "Brisk Heron", is_account: false, has_played: false } as never);
    await show(Form, {});
    missing("make-tournament");
    expect(text(get("needs-account"))).toContain("Players don’t need one.");
    document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    expect(made).toEqual([]);
    // The guest becomes an account meanwhile, and the form keeps its choices.
    click("round-robin");
    guest.is({ name: "Heron", is_account: true, has_played: false } as never);
    flushSync();
    get("make-tournament");
    expect((get("round-robin") as HTMLInputElement).checked).toBe(true);
  });

  it("begins with the format, of which each says in a line what it is, and can start from an idea", async () => {
    await show(Form, { idea: { format: "knockout", people: 4 } });
    expect(text(document.querySelector("legend")!)).toBe("Format");
    expect((get("knockout") as HTMLInputElement).checked).toBe(true);
    expect(text(get("knockout").parentElement!)).toBe("KnockoutWin to stay in, until the final.");
    expect(text(get("tournament-plan"))).toContain("2 rounds");
    for (const option of document.querySelectorAll(".formats .option")) expect(text(option.querySelector(".small")!)).not.toBe("");
  });

  it("says what it means in numbers, and offers no more rounds than can be played", async () => {
    guest.is({ name: "Heron", is_account: true, has_played: false } as never);
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
    document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    await vi.waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]).toMatchObject({ ...tournamentSettings({ format: "round_robin" }), name: expect.stringMatching(/^Tournament of /) as string });
    await vi.waitFor(() => expect(localStorage.getItem("quincunx.tournament-draft")).toBeNull());
  });
});
