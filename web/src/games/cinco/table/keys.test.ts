import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import { Table } from "../../../state/table/table.svelte";
import { FakeEnvironment, type FakeTransport } from "../../../testing/fakes";
import { get, show, text } from "../../../testing/show";
import { tinyTable } from "../../../testing/tiny";
import type { GameHints } from "../../playing";
import { board, cincoView } from "../testing";
import CincoTable from "./Table.svelte";

const view = cincoView();

function press(key: string, on: Element = document.body) {
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  flushSync();
}

async function shown(view = cincoView()): Promise<{ transport: FakeTransport; say: (version: number, movedAt: number) => void }> {
  const environment = new FakeEnvironment();
  const table = new Table("table-of-a-test", environment);
  table.start();
  const { transport } = environment;
  transport.onopen?.();
  const say = (version: number, movedAt: number) => {
    const changes = { version, moved_at: movedAt, game: view };
    transport.say({ type: "update", since: null, version, events: [], table: tinyTable(changes, { options: view.options }) });
    flushSync();
  };
  say(5, 5);
  const hints = { shown: null, allowed: false, clear: vi.fn(), take: vi.fn() } as unknown as GameHints;
  await show(CincoTable as never, { table, view, hints });
  return { transport, say };
}

it("a key pressed twice draws, whatever else happens at the table between the two", async () => {
  const { transport, say } = await shown();
  press("d");
  expect(text(get("hint"))).toContain("again");
  say(6, 5); // somebody has said something
  expect(text(get("hint"))).toContain("again");
  press("d");
  expect(transport.commands).toHaveLength(1);
});

it("a move of somebody's takes back the first press: the second would do something else", async () => {
  const { transport, say } = await shown();
  press("d");
  say(6, 6);
  expect(text(get("hint"))).not.toContain("again");
  press("d");
  expect(transport.commands).toHaveLength(0);
});

it("Enter plays a card that reaches nothing, also while the focus is on the board", async () => {
  const stuck = cincoView({ board: board({ 90: 1 }), reach: view.reach.map((reach) => ({ ...reach, spaces: [] })) });
  const { transport } = await shown(stuck);
  const space = get("space-90");
  space.dispatchEvent(new FocusEvent("focus"));
  press("1");
  press("Enter", space);
  expect(text(get("hint"))).toContain("again");
  press("Enter", space);
  expect(transport.commands).toHaveLength(1);
});
