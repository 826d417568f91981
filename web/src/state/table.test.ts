import { beforeEach, describe, expect, it } from "vitest";
import type { CincoView, ClientFrame, TableView } from "../wire/types";
import type { Line, World } from "./connection";
import { Table } from "./table.svelte";

class FakeLine implements Line {
  sent: ClientFrame[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((data: string) => void) | null = null;
  onclose: ((code: number, reason: string) => void) | null = null;
  send(data: string) {
    this.sent.push(JSON.parse(data) as ClientFrame);
  }
  close() {}
  say(frame: object) {
    this.onmessage?.(JSON.stringify(frame));
  }
}

const game = (changes: Partial<CincoView> = {}): CincoView =>
  ({
    game: "cinco",
    options: { game: "cinco", players: 2, teams: 2, joker: false, first: null },
    viewer: 0,
    to_move: 0,
    board: Array<number | null>(90).fill(null),
    hand: [12, 57],
    hand_sizes: [2, 4],
    discards: [[], []],
    reach: [
      { card: 12, spaces: [12, 63] },
      { card: 57, spaces: [63] },
    ],
    last_space: null,
    winning: [],
    ...changes,
  }) as unknown as CincoView;

const view = (version: number, movedAt: number, changes: Partial<TableView> = {}): TableView =>
  ({
    id: "table-of-a-test",
    version,
    moved_at: movedAt,
    status: "playing",
    looking: 0,
    seats: [
      { kind: "person", name: "Anna", level: null, yours: true },
      { kind: "person", name: "Bo", level: null, yours: false },
    ],
    settings: { options: game().options, seats: [], one_device: false, listed: false, watchable: true },
    game: game(),
    ...changes,
  }) as unknown as TableView;

const update = (table: TableView) => ({ type: "update", since: null, version: table.version, story: [], table });

describe("a table", () => {
  let line: FakeLine;
  let table: Table;

  beforeEach(() => {
    line = new FakeLine();
    let keys = 0;
    const world: World = { open: () => line, later: () => () => undefined, now: () => 0, newKey: () => `key-${++keys}` };
    table = new Table("table-of-a-test", world);
    table.start();
    line.onopen?.();
    line.say(update(view(5, 5)));
  });

  const shown = () => table.game as CincoView;

  it("shows my move at once, and lets nobody move until it is confirmed", () => {
    table.move({ type: "play", card: 57, space: 63 });
    expect(shown().board[62]).toBe(0);
    expect(shown().hand).toEqual([12]);
    expect(shown().to_move).toBeNull();
    expect(line.sent.at(-1)).toEqual({
      type: "order",
      key: "key-1",
      version: 5,
      command: { type: "make_move", seat: 0, move: { type: "play", card: 57, space: 63 } },
    });
    table.move({ type: "draw" });
    expect(line.sent.filter((frame) => frame.type === "order")).toHaveLength(1);
  });

  it("takes the move back when it is refused, and says why", () => {
    table.move({ type: "play", card: 57, space: 63 });
    line.say({ type: "refused", key: "key-1", code: "space-taken", sentence: "Space 63 is taken.", rule: "4.1", params: {}, stale: false });
    expect(shown().board[62]).toBeNull();
    expect(shown().hand).toEqual([12, 57]);
    expect(shown().to_move).toBe(0);
    expect(table.refusal?.rule).toBe("4.1");
  });

  it("never lays my old move over the game that came of it, whichever of answer and update is first", () => {
    const board = Array<number | null>(90).fill(null);
    board[62] = 0;
    for (const order of ["update first", "answer first"]) {
      line.say(update(view(5, 5)));
      table.move({ type: "play", card: 57, space: 63 });
      const key = `key-${line.sent.filter((frame) => frame.type === "order").length}`;
      const frames = [update(view(6, 6, { game: game({ board, hand: [12], to_move: 1 }) })), { type: "ack", key, version: 6, table: null }];
      for (const frame of order === "update first" ? frames : frames.reverse()) line.say(frame);
      expect(table.isMoving).toBe(false);
      expect(shown().to_move).toBe(1);
      expect(shown().hand).toEqual([12]);
      // Begin again for the other order.
      table.stop();
      line = new FakeLine();
      let keys = 0;
      table = new Table("table-of-a-test", { open: () => line, later: () => () => undefined, now: () => 0, newKey: () => `key-${++keys}` });
      table.start();
      line.onopen?.();
    }
  });

  it("keeps my move on the table while somebody merely sits down elsewhere", () => {
    table.move({ type: "play", card: 57, space: 63 });
    line.say(update(view(6, 5)));
    expect(shown().board[62]).toBe(0);
    expect(table.isMoving).toBe(true);
  });

  it("sits down on the seats kept for me once, and only when the promise is on the table", () => {
    const kept = view(1, 0, {
      status: "gathering",
      commitment: "c".repeat(64),
      game: null,
      seats: [{ kind: "kept", name: "Anna", level: null, yours: true }],
    });
    line = new FakeLine();
    const fresh = new Table("another-table-here", { open: () => line, later: () => () => undefined, now: () => 0, newKey: () => "k" });
    fresh.start();
    line.onopen?.();
    expect(line.sent.some((frame) => frame.type === "order")).toBe(false);
    line.say(update(kept));
    line.say(update({ ...kept, version: 2 }));
    const orders = line.sent.filter((frame) => frame.type === "order");
    expect(orders).toHaveLength(1);
    expect(orders[0]!.command).toMatchObject({ type: "sit_down", seat: 0 });
    expect((orders[0]!.command as { entropy: string }).entropy).toMatch(/^[0-9a-f]{64}$/);
  });
});
