/** A tournament's hosts: starting, moving on, players, results and co-hosts. */

import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { guest } from "../../../state/people/guest.svelte";
import { click, get, text } from "../../../testing/show";
import "../../../testing/stranger";
import { person } from "../../../testing/tiny";
import { NOBODY, game, line, round, tournamentSettings, tournamentView } from "../../../testing/tournament";
import { viewer } from "../../../testing/tournamentPart";
import type { TournamentGame } from "../../../wire/types";
import Host from "../Host.svelte";
import Rulings from "../results/Rulings.svelte";
import Waiting from "../Waiting.svelte";
import Apart from "./Apart.svelte";
import Begins from "./Begins.svelte";
import Hosts from "./Hosts.svelte";
import Ruling from "./Ruling.svelte";

vi.mock("../../../games", () => import("../../../testing/tiny"));

type Arrival = TournamentGame["seats"][number];
const command = vi.fn(() => Promise.resolve(true));
const see = viewer(command);
const missing = (id: string) => expect(document.querySelector(`[data-testid="${id}"]`)).toBeNull();

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
    expect(text(get("host-more"))).toBe("Manage the tournament");
    expect(get("settle-1").parentElement!.textContent).toContain("Table 1: Bo and Ada");
    missing("settle-2");
    click("settle-1");
    expect((get("host-more").parentElement as HTMLDetailsElement).open).toBe(true);
    expect((get("ruling-game") as HTMLSelectElement).value).toBe("1");
    get("ruling-result");
    document.body.replaceChildren();
    await see(Host, { you });
    expect(text(get("host-state"))).toBe("1 game to finish");
    missing("settle-1");
    missing("remind");
  });

  it("can copy a reminder for those who are missing, the one dark button", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { language: "en", languages: ["en"], clipboard: { writeText } });
    const waits = { ...game(1, [2, 1]), seats: ["here", "missing"] as Arrival[], has_begun: false };
    await see(Host, { you, current: round(2, [waits]) });
    expect([...document.querySelectorAll("button.primary")].map((each) => each.textContent)).toEqual(["Copy reminder"]);
    click("remind");
    expect(writeText).toHaveBeenCalledExactlyOnceWith(`Your game in round 2 of Friday Cup is waiting for you: ${location.origin}/e/tournament-of-a-test`);
  });

  it("begins before the announced time at the second press", async () => {
    await see(Host, { status: "open", round: 0, current: null, settings: tournamentSettings({ begins: 2_000_000 }), you });
    expect(get("copy-tournament").classList.contains("primary")).toBe(true);
    expect(text(get("tournament-start"))).toBe("Start now");
    expect(text(get("consequences"))).toBe("");
    click("tournament-start");
    expect(text(get("consequences"))).toMatch(/^Start now instead of .+\?$/);
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
    expect(text(get("latecomers"))).toBe("Waiting for Bo. A bot takes the seat in 2:00.");
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

  it("removes a player in the player's own row, at the second press", async () => {
    await see(Waiting, { status: "open", you });
    click("remove-2");
    click("remove-3");
    expect(text(get("remove-3"))).toMatch(/^Remove press again$/);
    expect(command).not.toHaveBeenCalled();
    click("remove-3");
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: "remove", player: 3 });
    document.body.replaceChildren();
    await see(Waiting, { status: "open" });
    missing("remove-2");
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
