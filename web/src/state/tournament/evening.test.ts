import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eveningView, game, round } from "../../testing/evening";
import { FakeEnvironment } from "../../testing/fakes";
import type { EveningListener } from "../lobby/company.svelte";
import { Evening } from "./evening.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

let environment: FakeEnvironment;
let listener: EveningListener | null;
let evening: Evening;
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
  const followEvening = (each: EveningListener) => {
    listener = each;
    return () => void (listener = null);
  };
  evening = new Evening("evening-of-a-test", environment, { followEvening });
});
afterEach(() => vi.unstubAllGlobals());

describe("a tournament", () => {
  it("is told live for as long as it is followed", () => {
    const leave = evening.follow();
    expect(listener?.id).toBe("evening-of-a-test");
    listener!.told(eveningView());
    expect(evening.view?.round).toBe(2);
    leave();
    expect(listener).toBeNull();
    expect(environment.timers).toEqual([]);
  });

  it("does not go back to what it was", () => {
    evening.show(eveningView({ version: 9, round: 3 }));
    evening.show(eveningView({ version: 8 }));
    expect(evening.view?.round).toBe(3);
  });

  it("counts down by the server's clock, whatever this device's own says", () => {
    evening.follow();
    evening.show(eveningView());
    expect(evening.left(1_180_000)).toBe(120_000);
    environment.pass(3_000);
    expect(evening.left(1_180_000)).toBe(117_000);
    expect(evening.left(1_000_000)).toBe(0);
  });

  it("says why it is not to be seen, until it is", () => {
    evening.follow();
    listener!.refused({ kind: "unknown", code: "no-such-evening", sentence: "No.", rule: null, params: {} });
    expect(evening.refusal?.code).toBe("no-such-evening");
    listener!.told(eveningView());
    expect(evening.refusal).toBeNull();
  });
});

describe("its rounds", () => {
  const first = round(1, [game(1, [1, 2], [1, 0])]);
  const asked = () => answer.mock.calls.map(([path]) => path);

  it("are asked for once, when somebody wants them, and the latest not at all", async () => {
    answer.mockReturnValue([200, { rounds: [first, round(2, [])] }]);
    evening.show(eveningView());
    expect(asked()).toEqual([]);
    await evening.wantRounds();
    expect(evening.rounds.get(1)).toEqual(first);
    expect(evening.rounds.get(2)?.games).toHaveLength(2);
    evening.show(eveningView({ version: 8 }));
    await evening.wantRounds();
    expect(asked()).toEqual(["/api/evenings/evening-of-a-test/rounds"]);
  });

  it("are asked for again while a game of an earlier one goes on", async () => {
    answer.mockReturnValue([200, { rounds: [round(1, [game(1, [1, 2])])] }]);
    evening.show(eveningView());
    await evening.wantRounds();
    answer.mockReturnValue([200, { rounds: [first] }]);
    evening.show(eveningView({ version: 8 }));
    await vi.waitFor(() => expect(evening.rounds.get(1)).toEqual(first));
  });

  it("are not needed in the first", async () => {
    evening.show(eveningView({ round: 1, current: round(1, []) }));
    await evening.wantRounds();
    expect(asked()).toEqual([]);
  });
});

describe("a command", () => {
  it("shows at once what came of it", async () => {
    answer.mockReturnValue([200, eveningView({ version: 8, status: "ended" })]);
    evening.show(eveningView());
    expect(await evening.command({ type: "end" })).toBe(true);
    expect(evening.view?.status).toBe("ended");
    const [path, request] = answer.mock.calls[0]!;
    expect(path).toBe("/api/evenings/evening-of-a-test/commands");
    expect(JSON.parse(String(request?.body))).toEqual({ type: "end" });
  });

  it("says why it was not carried out, until the next one is", async () => {
    answer.mockReturnValue([409, { kind: "conflict", code: "evening-full", sentence: "No room.", rule: null, params: {} }]);
    expect(await evening.command({ type: "join" })).toBe(false);
    expect(evening.failure).not.toBe("");
    expect(evening.isBusy).toBe(false);
    answer.mockReturnValue([200, eveningView({ version: 8 })]);
    await evening.command({ type: "join" });
    expect(evening.failure).toBe("");
  });
});
