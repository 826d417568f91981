/** Teams of a tournament: their lists and who may change them, matches, standings, and the form. */

import { type Component, flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { guest } from "../../state/people/guest.svelte";
import type { Tournament } from "../../state/tournament/tournament.svelte";
import { click, get, show, text } from "../../testing/show";
import "../../testing/stranger";
import { NOBODY, game, line, round, tournamentSettings, tournamentView } from "../../testing/tournament";
import type { TournamentCommand, TournamentTeam, TournamentView } from "../../wire/types";
import Host from "./Host.svelte";
import { splitEvenly, teamlessOf } from "./hosting/split";
import Now from "./Now.svelte";
import Final from "./results/Final.svelte";
import Rounds from "./results/Rounds.svelte";
import Standings from "./results/Standings.svelte";
import Teams from "./Teams.svelte";
import { matchText } from "./words";

vi.mock("../../games", () => import("../../testing/tiny"));

const command = vi.fn(() => Promise.resolve(true));
const missing = (id: string) => expect(document.querySelector(`[data-testid="${id}"]`)).toBeNull();
const team = (number: number, name: string, players: number[], changes: Partial<TournamentTeam> = {}): TournamentTeam => ({ place: number, team: number, name, players, points: 0, board_points: 0, wins: 0, matches: 0, ...changes });
const REDS = team(1, "Reds", [1, 2, 3]);
const BLUES = team(2, "Blues", [4, 5]);
const PLAYERS = ["Ada", "Bo", "Carl", "Dot", "Eve", "Fay"].map((name, at) => line(at + 1, name));
const HOST = { ...NOBODY, is_host: true, is_owner: true };
const BOTH = { ...round(2, [game(1, [1, 4], [1, 0]), game(2, [5, 2], [0.5, 0.5])]), matches: [{ teams: [1, 2], boards: [1, 2], points: [1.5, 0.5] }] };

async function see(part: Component<never>, changes: Partial<TournamentView> = {}, more: object = {}): Promise<void> {
  command.mockClear();
  const settings = tournamentSettings({ format: "team_swiss", boards: 2 });
  const view = tournamentView({ settings, standings: PLAYERS, teams: [REDS, BLUES], current: BOTH, ...changes });
  const tournament = { view, command, failure: "", isBusy: false, rounds: new Map([[2, view.current]]), left: () => 0, wantRounds: vi.fn(), ...more } as unknown as Tournament;
  await show(part as unknown as Component<Record<string, unknown>>, { tournament, view });
}
function pick(id: string, value: string) {
  const select = get(id) as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}
const rows = (id: string) => [...get(id).querySelectorAll("li")].map((each) => text(each));

describe("the lists of teams", () => {
  it("show each board, the captain and the substitutes, and nothing to change", async () => {
    await see(Teams, { status: "open" });
    expect(rows("team-1")).toEqual(["1 AdaCaptain", "2 Bo", "3 CarlSubstitute"]);
    expect(rows("team-2")).toEqual(["1 DotCaptain", "2 Eve"]);
    expect(get("teams").querySelectorAll("button, select, input")).toHaveLength(0);
  });

  it("say that there are none yet", async () => {
    await see(Teams, { status: "open", teams: [] });
    expect(text(get("teams"))).toContain("The host hasn’t formed any teams yet.");
  });

  it("name a team whose name was deleted by its number", async () => {
    await see(Teams, { teams: [team(1, "", [1])] });
    expect(text(get("team-1"))).toContain("Team 1");
  });

  it("let a captain put a player higher in their own team only", async () => {
    await see(Teams, { you: { ...NOBODY, player: 1 } });
    missing("raise-5");
    missing("assign-6-1");
    click("raise-3");
    expect(command).toHaveBeenCalledWith({ type: "set_team", team: 1, name: "Reds", players: [1, 3, 2] });
  });

  it("let a host create a team of a player who is in none", async () => {
    await see(Teams, { status: "open", you: HOST });
    expect([...get("team-captain").querySelectorAll("option")].map((each) => text(each))).toEqual(["Captain…", "Fay"]);
    const make = get("make-team") as HTMLButtonElement;
    expect(make.disabled).toBe(true);
    const name = get("team-name") as HTMLInputElement;
    name.value = " Greens ";
    name.dispatchEvent(new Event("input", { bubbles: true }));
    pick("team-captain", "6");
    expect(make.disabled).toBe(false);
    document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    expect(command).toHaveBeenCalledWith({ type: "set_team", name: "Greens", players: [6], team: null });
  });

  it("let a host add, take away and delete before the start, and only add after it", async () => {
    await see(Teams, { status: "open", you: HOST });
    click("assign-6-2");
    expect(command).toHaveBeenLastCalledWith({ type: "set_team", team: 2, name: "Blues", players: [4, 5, 6] });
    document.querySelector<HTMLElement>('[aria-label="Remove Eve"]')!.click();
    expect(command).toHaveBeenLastCalledWith({ type: "set_team", team: 2, name: "Blues", players: [4] });
    click("disband-2");
    expect(command).toHaveBeenLastCalledWith({ type: "disband_team", team: 2 });
    document.body.replaceChildren();
    await see(Teams, { you: HOST });
    missing("make-team");
    expect([...get("teams").querySelectorAll("button")].map((each) => each.getAttribute("aria-label"))).toEqual(["Add Fay to Reds", "Add Fay to Blues", "Move Bo up a board", "Move Carl up a board", "Move Eve up a board"]);
  });

  it("put a player into one of many teams by a list instead of a row of buttons", async () => {
    const many = [1, 2, 3, 4, 5].map((number) => team(number, `Team ${number}`, [number]));
    await see(Teams, { status: "open", you: HOST, teams: many });
    missing("assign-6-1");
    pick("assign-6", "3");
    expect(command).toHaveBeenLastCalledWith({ type: "set_team", team: 3, name: "Team 3", players: [3, 6] });
  });

  it("tell once how many players have no team, and start with everybody in one", async () => {
    await see(Host, { status: "open", round: 0, current: null, you: HOST });
    expect(text(get("start-why"))).toBe("1 player has no team yet");
    expect([...document.querySelectorAll(".primary")].map((each) => text(each))).toEqual(["Split evenly"]);
    expect(text()).toContain("If you start now, 1 player is left out.");
    click("tournament-start");
    expect(text(get("consequences"))).toBe("Start with 2 teams?");
    expect(command).not.toHaveBeenCalled();
    click("tournament-start");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "start" });
    document.body.replaceChildren();
    await see(Teams, { status: "open", you: HOST });
    expect(text(get("teamless"))).toBe("Add to a team Fay Reds 3Blues 2");
    get("make-team");
    document.body.replaceChildren();
    await see(Teams, { status: "open", you: HOST, standings: PLAYERS.slice(0, 5) });
    missing("make-team"); // there is no captain for another
    document.body.replaceChildren();
    await see(Host, { status: "open", round: 0, current: null, you: HOST, standings: PLAYERS.slice(0, 5) });
    expect(get("tournament-start").classList.contains("primary")).toBe(true);
    missing("split-evenly");
  });
});

describe("the players who are in no team", () => {
  const open = (teams: TournamentTeam[]) => tournamentView({ status: "open", settings: tournamentSettings({ format: "team_swiss", boards: 2 }), round: 0, current: null, standings: [...PLAYERS, line(7, "Gil", { is_out: true }), line(8, "Hal")], teams });
  /** A tournament whose server refuses one command, by its number. */
  function served(view: TournamentView, refused = 0) {
    const sent: TournamentCommand[] = [];
    const tournament = {
      view,
      command: async (command: TournamentCommand) => {
        sent.push(command);
        if (sent.length === refused) return false;
        if (command.type === "set_team") tournament.view = { ...tournament.view, teams: tournament.view.teams.map((each) => (each.team === command.team ? { ...each, players: [...command.players] } : each)) };
        return true;
      },
    };
    return { tournament: tournament as unknown as Tournament, sent, teams: () => tournament.view.teams.map(({ players }) => players) };
  }

  it("join the smallest teams one after another, in order", async () => {
    const { tournament, sent, teams } = served(open([team(1, "Reds", [1, 2]), team(2, "", [3])]));
    await splitEvenly(tournament);
    expect(sent.map((each) => each.type === "set_team" && [each.name, ...each.players])).toEqual([["Team 2", 3, 4], ["Reds", 1, 2, 5], ["Team 2", 3, 4, 6], ["Reds", 1, 2, 5, 8]]);
    expect(teams()).toEqual([[1, 2, 5, 8], [3, 4, 6]]);
  });

  it("stay without one after the first refusal", async () => {
    const { tournament, teams } = served(open([team(1, "Reds", [1, 2]), team(2, "Blues", [3])]), 3);
    await splitEvenly(tournament);
    expect(teams()).toEqual([[1, 2, 5], [3, 4]]);
    expect(teamlessOf(tournament.view!).map(({ name }) => name)).toEqual(["Fay", "Hal"]);
  });

  it("are left alone if another host has given them a team meanwhile", async () => {
    const { tournament, teams } = served(open([team(1, "Reds", [1, 2]), team(2, "Blues", [3])]));
    const splitting = splitEvenly(tournament);
    tournament.view = open([team(1, "Reds", [1, 2, 6]), team(2, "Blues", [3, 4])]);
    await splitting;
    expect(teams()).toEqual([[1, 2, 6, 8], [3, 4, 5]]);
  });

  it("are split by one button, if there are two teams", async () => {
    const own = vi.fn(() => Promise.resolve(false));
    await see(Host, { status: "open", round: 0, current: null, you: HOST }, { command: own });
    click("split-evenly");
    expect(own).toHaveBeenCalledExactlyOnceWith({ type: "set_team", team: 2, name: "Blues", players: [4, 5, 6] });
    document.body.replaceChildren();
    await see(Host, { status: "open", round: 0, current: null, you: HOST, teams: [REDS] });
    missing("split-evenly");
  });
});

describe("the matches", () => {
  it("stand above their games, with the points at the boards", async () => {
    await see(Rounds);
    expect(text(get("match"))).toBe("Reds 1½ – ½ Blues");
    expect(matchText({ teams: [2], boards: [], points: [] }, [REDS, BLUES])).toBe("Blues has a bye");
  });

  it("say why a player has no game now", async () => {
    await see(Now, { you: { ...NOBODY, player: 3 } });
    expect(text(get("now-title"))).toBe("You’re not in this round’s line-up.");
    document.body.replaceChildren();
    await see(Now, { you: { ...NOBODY, player: 3 }, current: { ...round(2, []), matches: [{ teams: [1], boards: [], points: [] }] } });
    expect(text(get("now-title"))).toBe("Reds has a bye");
  });
});

describe("the standings of teams", () => {
  const teams = [{ ...REDS, points: 3, board_points: 4.5, wins: 1, matches: 2 }, { ...BLUES, points: 1, board_points: 3.5, matches: 2 }];

  it("have match points before board points", async () => {
    await see(Standings, { teams, you: { ...NOBODY, player: 5 } });
    expect([...document.querySelectorAll("tbody tr:first-child > *")].map((cell) => text(cell))).toEqual(["1", "Reds", "3", "4½", "1", "2"]);
    expect(text(document.querySelector('[aria-current="true"]')!)).toContain("Blues");
    expect(document.querySelectorAll('[data-testid="how"] li')).toHaveLength(5);
  });

  it("name the team that wins", async () => {
    await see(Final, { status: "ended", teams });
    expect(text(get("winner"))).toBe("Reds wins the tournament");
  });
});

describe("a tournament of teams", () => {
  it("starts with two teams at least", async () => {
    await see(Host, { status: "open", you: HOST, teams: [REDS] });
    expect(text(get("start-why"))).toBe("You need one more team to start.");
    expect((get("tournament-start") as HTMLButtonElement).disabled).toBe(true);
  });
});
