import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tournamentView, game, round } from "../../testing/tournament";
import { FakeEnvironment } from "../../testing/fakes";
import type { TournamentListener } from "../lobby/company.svelte";
import { Tournament } from "./tournament.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

let environment: FakeEnvironment;
let listener: TournamentListener | null;
let tournament: Tournament;
const answer = vi.fn<(path: string, request?: RequestInit) => [number, unknown]>();

beforeEach(() => {
  environment = new FakeEnvironment();
  environment.time = 500;
  listener = null;
  answer.mockReset();
  vi.stubGlobal("fetch", (path: string, request?: RequestInit) => {
    const [status, body] = answer(path, request);
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  const followTournament = (each: TournamentListener) => {
    listener = each;
    return () => void (listener = null);
  };
  tournament = new Tournament("tournament-of-a-test", environment, { followTournament });
});
afterEach(() => vi.unstubAllGlobals());

describe("a tournament", () => {
  it("is told live for as long as it is followed", () => {
    const leave = tournament.follow();
    expect(listener?.id).toBe("tournament-of-a-test");
    listener!.onNews({ type: "tournament", tournament: tournamentView() });
    expect(tournament.view?.round).toBe(2);
    leave();
    expect(listener).toBeNull();
    expect(environment.timers).toEqual([]);
  });

  it("takes in its chat, and nothing of another tournament", () => {
    tournament.follow();
    const talk = { tournament: tournament.id, version: 1, lines: [], is_silenced: false, silenced: [], record: [] };
    listener!.onNews({ type: "tournament_talk", talk });
    listener!.onNews({ type: "tournament_talk", talk: { ...talk, tournament: "another", version: 2 } });
    listener!.onNews({ type: "tournament", tournament: tournamentView({ id: "another" }) });
    expect(tournament.chat.talk).toEqual(talk);
    expect(tournament.view).toBeNull();
  });

  it("does not go back to what it was", () => {
    tournament.show(tournamentView({ version: 9, round: 3 }));
    tournament.show(tournamentView({ version: 8 }));
    expect(tournament.view?.round).toBe(3);
  });

  it("counts down by the server's clock, whatever this device's own says", () => {
    tournament.follow();
    tournament.show(tournamentView());
    expect(tournament.left(1_180_000)).toBe(120_000);
    environment.pass(3_000);
    expect(tournament.left(1_180_000)).toBe(117_000);
    expect(tournament.left(1_000_000)).toBe(0);
  });

  it("says why it is not to be seen, until it is", () => {
    tournament.follow();
    listener!.onRefusal({ kind: "unknown", code: "no-such-tournament", sentence: "No.", rule: null, params: {} });
    expect(tournament.refusal?.code).toBe("no-such-tournament");
    listener!.onNews({ type: "tournament", tournament: tournamentView() });
    expect(tournament.refusal).toBeNull();
  });
});

describe("its rounds", () => {
  const first = round(1, [game(1, [1, 2], [1, 0])]);
  const asked = () => answer.mock.calls.map(([path]) => path);

  it("are requested once, when a component wants them, and the latest not at all", async () => {
    answer.mockReturnValue([200, { rounds: [first, round(2, [])] }]);
    tournament.show(tournamentView());
    expect(asked()).toEqual([]);
    await tournament.wantRounds();
    expect(tournament.rounds.get(1)).toEqual(first);
    expect(tournament.rounds.get(2)?.games).toHaveLength(2);
    tournament.show(tournamentView({ version: 8 }));
    await tournament.wantRounds();
    expect(asked()).toEqual(["/api/tournaments/tournament-of-a-test/rounds"]);
  });

  it("are asked for again while a game of an earlier one goes on", async () => {
    answer.mockReturnValue([200, { rounds: [round(1, [game(1, [1, 2])])] }]);
    tournament.show(tournamentView());
    await tournament.wantRounds();
    answer.mockReturnValue([200, { rounds: [first] }]);
    tournament.show(tournamentView({ version: 8 }));
    await vi.waitFor(() => expect(tournament.rounds.get(1)).toEqual(first));
  });

  it("are not needed in the first", async () => {
    tournament.show(tournamentView({ round: 1, current: round(1, []) }));
    await tournament.wantRounds();
    expect(asked()).toEqual([]);
  });
});

describe("a command", () => {
  it("shows at once what came of it", async () => {
    answer.mockReturnValue([200, tournamentView({ version: 8, status: "ended" })]);
    tournament.show(tournamentView());
    expect(await tournament.command({ type: "end" })).toBe(true);
    expect(tournament.view?.status).toBe("ended");
    const [path, request] = answer.mock.calls[0]!;
    expect(path).toBe("/api/tournaments/tournament-of-a-test/commands");
    expect(JSON.parse(String(request?.body))).toEqual({ type: "end" });
  });

  it("says why it was not carried out, until the next one is", async () => {
    answer.mockReturnValue([409, { kind: "conflict", code: "tournament-full", sentence: "No room.", rule: null, params: {} }]);
    expect(await tournament.command({ type: "join" })).toBe(false);
    expect(tournament.failure).not.toBe("");
    expect(tournament.isBusy).toBe(false);
    answer.mockReturnValue([200, tournamentView({ version: 8 })]);
    await tournament.command({ type: "join" });
    expect(tournament.failure).toBe("");
  });
});
