// @vitest-environment node
import { beforeEach, describe, expect, it } from "vitest";
import { FakeEnvironment } from "../../testing/fakes";
import type { Ack, Command, Move, Presence, Refused, TableView, Update } from "../../wire/types";
import { PATIENT } from "../server/line";
import { ASK_AGAIN, Connection } from "./connection";

const update = (version: number, since: number | null): Update => ({
  type: "update",
  since,
  version,
  events: [{ type: "table", what: "started", seat: null, outcome: null }],
  table: { version } as TableView,
});
const command: Command = { type: "make_move", seat: 0, move: { type: "anything" } as unknown as Move };

describe("a connection", () => {
  let environment: FakeEnvironment;
  let connection: Connection;
  let heard: { updates: Update[]; acks: Ack[]; refusals: Refused[]; presences: Presence[]; states: string[] };

  beforeEach(() => {
    environment = new FakeEnvironment();
    heard = { updates: [], acks: [], refusals: [], presences: [], states: [] };
    connection = new Connection(environment, {
      updated: (each) => heard.updates.push(each),
      acknowledged: (each) => heard.acks.push(each),
      refused: (each) => heard.refusals.push(each),
      present: (each) => heard.presences.push(each),
      connectivity: (state) => heard.states.push(state),
    });
    connection.start();
    environment.transport.onopen?.();
  });

  it("says hello first, and after a loss says what it has seen", () => {
    expect(environment.transport.sent).toEqual([{ type: "hello", seen: null, point_of_view: null }]);
    environment.transport.say(update(5, null));
    environment.transport.onclose?.(1006, "");
    expect(heard.states.at(-1)).toBe("lost");
    environment.pass(300);
    environment.transport.onopen?.();
    expect(environment.transport.sent[0]).toEqual({ type: "hello", seen: 5, point_of_view: null });
  });

  it("sends an unanswered command again, under the same key, and an answered one never", () => {
    environment.transport.say(update(5, null));
    const first = connection.request(command, 5);
    environment.transport.say({ type: "ack", key: first, version: 6, table: null });
    const second = connection.request(command, 6);
    environment.transport.onclose?.(1006, "");
    environment.pass(300);
    environment.transport.onopen?.();
    expect(environment.transport.commands).toEqual([
      { type: "command", key: second, version: 6, command },
    ]);
  });

  it("keeps a command that was given while the connection was down", () => {
    environment.transport.onclose?.(1006, "");
    const key = connection.request(command, 0);
    environment.pass(300);
    environment.transport.onopen?.();
    expect(environment.transport.sent[1]).toMatchObject({ type: "command", key });
  });

  it("asks anew when something between is missing, and shows nothing of the gap", () => {
    environment.transport.say(update(5, null));
    environment.transport.say(update(9, 7));
    expect(heard.updates.map((each) => each.version)).toEqual([5]);
    expect(environment.transport.sent.at(-1)).toEqual({ type: "hello", seen: 5, point_of_view: null });
    environment.transport.say(update(9, 5));
    expect(heard.updates.map((each) => each.version)).toEqual([5, 9]);
  });

  it("lays what has changed over the table that it has", () => {
    const game = { game: "anything", board: [1, 2], hand: [7], last: 3 };
    const whole = { ...update(5, null), table: { version: 5, moved_at: 5, clock: null, host: "Ann", game } };
    environment.transport.say(whole);
    const { events } = whole;
    environment.transport.say({
      ...{ type: "changes", since: 5, version: 6, events, moved_at: 6, clock: null },
      game: { board: [1, 4], last: null },
    });
    expect(heard.updates.at(-1)).toEqual({
      ...{ type: "update", since: 5, version: 6, events },
      table: { version: 6, moved_at: 6, clock: null, host: "Ann", game: { ...game, board: [1, 4], last: null } },
    });
    expect(whole.table.game.board).toEqual([1, 2]);
  });

  it("asks for the whole table where it lacks what the changes go on from", () => {
    const changes = { type: "changes", events: [], moved_at: 9, clock: null, game: {} };
    environment.transport.say(update(5, null));
    environment.transport.say({ ...changes, since: 7, version: 8 });
    expect(heard.updates.map((each) => each.version)).toEqual([5]);
    expect(environment.transport.sent.at(-1)).toEqual({ type: "hello", seen: 5, point_of_view: null });
    environment.transport.say({ ...changes, since: 3, version: 4 });
    expect(environment.transport.sent).toHaveLength(2);
    expect(heard.updates).toHaveLength(1);
  });

  it("ignores what is older, and tells no event twice", () => {
    environment.transport.say(update(5, null));
    environment.transport.say(update(4, 3));
    expect(heard.updates).toHaveLength(1);
    environment.transport.say(update(6, 4));
    expect(heard.updates.at(-1)!.events).toEqual([]);
  });

  it("waits longer after each failure, and no longer than 8 seconds", () => {
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure++) {
      const before = environment.time;
      const count = environment.transports.length;
      environment.transport.onclose?.(1006, "");
      while (environment.transports.length === count) environment.pass(50);
      waits.push(environment.time - before);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it("is back within a second when a server stops (1012), also after bad times", () => {
    for (let failure = 0; failure < 5; failure++) {
      environment.transport.onclose?.(1006, "");
      environment.pass(8_000);
    }
    environment.transport.onopen?.();
    environment.transport.say(update(5, null));
    const count = environment.transports.length;
    environment.transport.onclose?.(1012, "");
    environment.pass(1_000);
    expect(environment.transports.length).toBeGreaterThan(count);
    environment.transport.onopen?.();
    expect(environment.transport.sent[0]).toEqual({ type: "hello", seen: 5, point_of_view: null });
  });

  it("does not come back where it is not wanted", () => {
    environment.transport.onclose?.(4404, "There is no such table.");
    environment.pass(60_000);
    expect(environment.transports).toHaveLength(1);
    expect(heard.states).toEqual(["closed"]);
  });

  it("takes long silence for a loss, though the socket says nothing", () => {
    const silent = environment.transport;
    environment.pass(PATIENT.ping);
    expect(silent.sent.at(-1)).toEqual({ type: "ping", n: 0 });
    environment.pass(PATIENT.silence);
    expect(silent.closed).toBe(true);
    expect(heard.states.at(-1)).toBe("lost");
    expect(environment.transports).toHaveLength(2);
  });

  it.each([0, 1_000, 2_400])("notices within eight seconds that the line is dead, while a move is awaited from here (%d ms)", (after) => {
    environment.transport.say(update(5, null));
    environment.pass(PATIENT.ping - 1);
    connection.isAttentive = true;
    environment.pass(after);
    environment.transport.say({ type: "pong", n: 0 });
    expect(heard.states).not.toContain("lost");
    environment.pass(8_000);
    expect(heard.states.at(-1)).toBe("lost");
  });

  it("gives a slow line the time to open, though a move is awaited", () => {
    connection.isAttentive = true;
    environment.transport.onclose?.(1006, "");
    environment.pass(300);
    const count = environment.transports.length;
    environment.pass(PATIENT.silence - 5_000);
    expect(environment.transports).toHaveLength(count);
  });

  it("asks again, under the same key, when nothing could be stored just now", () => {
    environment.transport.say(update(5, null));
    const key = connection.request(command, 5);
    const refused = (kind: string) => ({ type: "refused", key, reason: { kind, code: kind, sentence: "", rule: null, params: {} } });
    const commands = () => environment.transport.commands;
    environment.transport.say(refused("unavailable"));
    environment.pass(ASK_AGAIN);
    expect(commands()).toHaveLength(2);
    expect(commands()[1]).toEqual(commands()[0]);
    environment.transport.say(refused("stale"));
    environment.pass(ASK_AGAIN);
    expect(commands()).toHaveLength(2);
  });
});
