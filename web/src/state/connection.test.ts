import { beforeEach, describe, expect, it } from "vitest";
import type { Ack, ClientFrame, Command, Presence, Refused, TableView, Update } from "../wire/types";
import { ASK_AGAIN, Connection, type Line, PING_EVERY, SILENCE, type World } from "./connection";

class FakeLine implements Line {
  sent: ClientFrame[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((data: string) => void) | null = null;
  onclose: ((code: number, reason: string) => void) | null = null;
  send(data: string) {
    this.sent.push(JSON.parse(data) as ClientFrame);
  }
  close() {
    this.closed = true;
  }
  say(frame: object) {
    this.onmessage?.(JSON.stringify(frame));
  }
}

class FakeWorld implements World {
  lines: FakeLine[] = [];
  time = 0;
  keys = 0;
  timers: { at: number; action: () => void }[] = [];
  open() {
    const line = new FakeLine();
    this.lines.push(line);
    return line;
  }
  later(milliseconds: number, action: () => void) {
    const timer = { at: this.time + milliseconds, action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }
  now = () => this.time;
  newKey = () => `key-${++this.keys}`;
  pass(milliseconds: number) {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = next.at;
      next.action();
    }
    this.time = end;
  }
  get line() {
    return this.lines.at(-1)!;
  }
}

const update = (version: number, since: number | null): Update => ({
  type: "update",
  since,
  version,
  story: [{ type: "table", what: "started", seat: null, outcome: null }],
  table: { version } as TableView,
});
const draw: Command = { type: "make_move", seat: 0, move: { type: "draw" } };

describe("a connection", () => {
  let world: FakeWorld;
  let connection: Connection;
  let heard: { updates: Update[]; acks: Ack[]; refusals: Refused[]; presences: Presence[]; lines: string[] };

  beforeEach(() => {
    world = new FakeWorld();
    heard = { updates: [], acks: [], refusals: [], presences: [], lines: [] };
    connection = new Connection(world, {
      updated: (each) => heard.updates.push(each),
      acknowledged: (each) => heard.acks.push(each),
      refused: (each) => heard.refusals.push(each),
      present: (each) => heard.presences.push(each),
      line: (state) => heard.lines.push(state),
    });
    connection.start();
    world.line.onopen?.();
  });

  it("says hello first, and after a loss says what it has seen", () => {
    expect(world.line.sent).toEqual([{ type: "hello", seen: null, looking: null }]);
    world.line.say(update(5, null));
    world.line.onclose?.(1006, "");
    expect(heard.lines.at(-1)).toBe("lost");
    world.pass(300);
    world.line.onopen?.();
    expect(world.line.sent[0]).toEqual({ type: "hello", seen: 5, looking: null });
  });

  it("sends an unanswered order again, under the same key, and an answered one never", () => {
    world.line.say(update(5, null));
    const first = connection.order(draw, 5);
    world.line.say({ type: "ack", key: first, version: 6, table: null });
    const second = connection.order(draw, 6);
    world.line.onclose?.(1006, "");
    world.pass(300);
    world.line.onopen?.();
    expect(world.line.sent.filter((frame) => frame.type === "order")).toEqual([
      { type: "order", key: second, version: 6, command: draw },
    ]);
  });

  it("keeps an order that was given while the line was down", () => {
    world.line.onclose?.(1006, "");
    const key = connection.order(draw, 0);
    world.pass(300);
    world.line.onopen?.();
    expect(world.line.sent[1]).toMatchObject({ type: "order", key });
  });

  it("asks anew when something between is missing, and shows nothing of the gap", () => {
    world.line.say(update(5, null));
    world.line.say(update(9, 7));
    expect(heard.updates.map((each) => each.version)).toEqual([5]);
    expect(world.line.sent.at(-1)).toEqual({ type: "hello", seen: 5, looking: null });
    world.line.say(update(9, 5));
    expect(heard.updates.map((each) => each.version)).toEqual([5, 9]);
  });

  it("ignores what is older, and tells no story twice", () => {
    world.line.say(update(5, null));
    world.line.say(update(4, 3));
    expect(heard.updates).toHaveLength(1);
    world.line.say(update(6, 4));
    expect(heard.updates.at(-1)!.story).toEqual([]);
  });

  it("waits longer after each failure, and no longer than 8 seconds", () => {
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure++) {
      const before = world.time;
      const count = world.lines.length;
      world.line.onclose?.(1006, "");
      while (world.lines.length === count) world.pass(50);
      waits.push(world.time - before);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it("does not come back where it is not wanted", () => {
    world.line.onclose?.(4404, "There is no such table.");
    world.pass(60_000);
    expect(world.lines).toHaveLength(1);
    expect(heard.lines).toEqual(["closed"]);
  });

  it("takes long silence for a loss, though the socket says nothing", () => {
    const silent = world.line;
    world.pass(PING_EVERY);
    expect(silent.sent.at(-1)).toEqual({ type: "ping", n: 0 });
    world.pass(SILENCE);
    expect(silent.closed).toBe(true);
    expect(heard.lines.at(-1)).toBe("lost");
    expect(world.lines).toHaveLength(2);
  });

  it("asks again, under the same key, when nothing could be stored just now", () => {
    world.line.say(update(5, null));
    const key = connection.order(draw, 5);
    const refusal = { type: "refused", key, sentence: "", rule: null, params: {}, stale: false };
    const orders = () => world.line.sent.filter((frame) => frame.type === "order");
    world.line.say({ ...refusal, code: "unavailable" });
    world.pass(ASK_AGAIN);
    expect(orders()).toHaveLength(2);
    expect(orders()[1]).toEqual(orders()[0]);
    world.line.say({ ...refusal, code: "stale" });
    world.pass(ASK_AGAIN);
    expect(orders()).toHaveLength(2);
  });
});
