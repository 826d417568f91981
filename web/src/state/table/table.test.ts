import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeEnvironment, type FakeTransport } from "../../testing/fakes";
import { type TinyMove, type TinyView, tinyTable, tinyView } from "../../testing/tiny";
import type { Move, TableView } from "../../wire/types";
import { accept } from "../lobby/invitations";
import { RETURN_TOLD, Table } from "./table.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

const at = (version: number, movedAt: number, game: Partial<TinyView> = {}) => tinyTable({ version, moved_at: movedAt, game: tinyView(game) });
const update = (table: TableView) => ({ type: "update", since: null, version: table.version, events: [], table });
const add = { type: "add", points: 2 } satisfies TinyMove as unknown as Move;

describe("a table", () => {
  let table: Table;
  let transport: FakeTransport;
  let environment: FakeEnvironment;

  function begin() {
    environment = new FakeEnvironment();
    table = new Table("table-of-a-test", environment);
    table.start();
    transport = environment.transport;
    transport.onopen?.();
  }

  beforeEach(() => {
    begin();
    transport.say(update(at(5, 5)));
  });

  const shown = () => table.game as unknown as TinyView;

  it("shows my move at once, and allows no further move until it is confirmed", () => {
    table.move(add);
    expect(shown()).toMatchObject({ count: 2, to_move: null });
    expect(transport.sent.at(-1)).toEqual({ type: "command", key: "key-1", version: 5, command: { type: "make_move", seat: 0, move: add } });
    table.move(add);
    expect(transport.commands).toHaveLength(1);
  });

  it("takes the move back when it is refused, and says why", () => {
    table.move(add);
    transport.say({ type: "refused", key: "key-1", reason: { kind: "rule", code: "too-much", sentence: "That is too much.", rule: "4.1", params: {} } });
    expect(shown()).toMatchObject({ count: 0, to_move: 0 });
    expect(table.refusal?.rule).toBe("4.1");
  });

  it("keeps the move while it could not be stored just now", () => {
    table.move(add);
    transport.say({ type: "refused", key: "key-1", reason: { kind: "unavailable", code: "unavailable", sentence: "Not now.", rule: null, params: {} } });
    expect(shown().count).toBe(2);
    expect(table.refusal?.code).toBe("unavailable");
    transport.say({ type: "ack", key: "key-1", version: 6, table: null });
    expect(table.refusal).toBeNull();
  });

  it.each(["update first", "answer first"])("never lays my old move over the game that came of it: %s", (order) => {
    table.move(add);
    const frames = [update(at(6, 6, { count: 2, to_move: 1 })), { type: "ack", key: "key-1", version: 6, table: null }];
    for (const frame of order === "update first" ? frames : frames.reverse()) transport.say(frame);
    expect(table.isMoving).toBe(false);
    expect(shown()).toMatchObject({ count: 2, to_move: 1 });
  });

  it("keeps my move on the table while a player merely takes another seat", () => {
    table.move(add);
    transport.say(update(at(6, 5)));
    expect(shown().count).toBe(2);
    expect(table.isMoving).toBe(true);
  });

  it("sits down on the seats kept for me once, and only when the commitment is on the table", () => {
    begin();
    expect(transport.commands).toHaveLength(0);
    const kept = tinyTable({ version: 1, status: "waiting", game: null, seats: [{ kind: "kept", name: "Anna", level: null, yours: true }] });
    transport.say(update(kept));
    transport.say(update({ ...kept, version: 2 }));
    expect(transport.commands).toHaveLength(1);
    expect(transport.commands[0]!.command).toMatchObject({ type: "sit_down", seat: 0, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(transport.sent)).not.toContain("entropy");
  });

  it("sits down with its first frames at a table that this page has created", () => {
    environment = new FakeEnvironment();
    const made = tinyTable({ version: 1, status: "waiting", game: null, seats: [{ kind: "kept", name: "Anna", level: null, yours: true }] });
    table = new Table("table-of-a-test", environment, made);
    table.start();
    transport = environment.transport;
    expect(transport.sent).toEqual([]);
    transport.onopen?.();
    expect(transport.sent.map(({ type }) => type)).toEqual(["hello", "command"]);
    expect(transport.commands[0]).toMatchObject({ version: 1, command: { type: "sit_down", seat: 0, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    transport.say(update(made));
    expect(transport.commands).toHaveLength(1);
    expect(table.view).toMatchObject({ version: 1, status: "waiting" });
  });

  it("leaves a seat that I am invited to until I have said yes", () => {
    begin();
    const seats = [{ kind: "person", name: "Anna", yours: false }, { kind: "kept", name: "Bo", level: null, yours: true }];
    const asked = tinyTable({ version: 1, status: "waiting", game: null, seats }, { seats: [{ kind: "me" }, { kind: "invited", handle: "bos" }] });
    transport.say(update(asked));
    expect(transport.commands).toHaveLength(0);
    accept("table-of-a-test");
    transport.say(update({ ...asked, version: 2 }));
    expect(transport.commands[0]!.command).toMatchObject({ type: "sit_down", seat: 1 });
  });

  it("remembers what the first update tells as the past, and what comes after it as news", () => {
    const added = (secret: number) => ({ type: "game", event: { type: "added", seat: 1, secret } });
    transport.say({ ...update(at(6, 6)), events: [added(1)] });
    expect([table.news.n, table.history.length]).toEqual([0, 1]);
    transport.say({ ...update(at(7, 7)), since: 6, events: [added(2)] });
    expect([table.news.n, table.history]).toEqual([1, [added(1), added(2)]]);
  });

  it("tells for a moment that a lost connection is back", () => {
    transport.onclose?.(1006, "");
    expect(table).toMatchObject({ connectivity: "lost", isBack: false });
    environment.pass(300);
    environment.transport.onopen?.();
    environment.transport.say(update(at(6, 6)));
    expect(table).toMatchObject({ connectivity: "open", isBack: true });
    environment.pass(RETURN_TOLD);
    expect(table.isBack).toBe(false);
  });

  it("notices a dead line soon while a seat of mine is to move, and has time else", () => {
    const pings = () => environment.transport.sent.filter(({ type }) => type === "ping").length;
    transport.say(update(at(6, 6, { to_move: 0 })));
    environment.pass(3_000);
    expect(pings()).toBe(1);
    transport.say(update(at(7, 7, { to_move: 1 })));
    environment.pass(9_000);
    expect(pings()).toBe(1);
  });

  it("goes to the rematch that I requested, and to no other", () => {
    table.command({ type: "rematch" });
    transport.say({ type: "ack", key: "another", version: 6, table: "elsewhere" });
    expect(table.goTo).toBeNull();
    transport.say({ type: "ack", key: "key-1", version: 6, table: "the-next-table" });
    expect(table.goTo).toBe("the-next-table");
  });
});
