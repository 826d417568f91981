import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { preferences } from "../../../state/device/preferences.svelte";
import { Table } from "../../../state/table/table.svelte";
import { FakeEnvironment, type FakeTransport } from "../../../testing/fakes";
import { click, get, show, text } from "../../../testing/show";
import { tinyTable } from "../../../testing/tiny";
import type { GameHints } from "../../playing";
import { board, cincoView } from "../testing";
import CincoTable from "./Table.svelte";

const view = cincoView();

function press(key: string, on: Element = document.body) {
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  flushSync();
}

async function shown(view = cincoView(), hint: GameHints["shown"] = null, taken = 0): Promise<{ transport: FakeTransport; say: (version: number, movedAt: number) => void }> {
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
  const hints = { shown: hint, options: hint?.choices ?? [], advised: hint?.choices[taken]?.move ?? null, isBestAdvised: hint !== null && taken === 0, allowed: false, clear: vi.fn(), showChoice: vi.fn() } as unknown as GameHints;
  await show(CincoTable as never, { table, view, hints });
  return { transport, say };
}

it("a key pressed twice draws, whatever else happens at the table between the two", async () => {
  const { transport, say } = await shown();
  press("d");
  expect(text(get("hint"))).toContain("again");
  say(6, 5); // another player sends a chat message
  expect(text(get("hint"))).toContain("again");
  press("d");
  expect(transport.commands).toHaveLength(1);
});

it("a move by another player cancels the first press: the second would do something else", async () => {
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
  expect(transport.commands).toHaveLength(0);
  press("Enter", space);
  expect(transport.commands).toHaveLength(1);
});

it("a hint numbers the buttons of its options and darkens none: only a choice on the board does", async () => {
  const choices = [{ move: { type: "play", card: view.hand[0], space: 63 }, value: 0.6 }, { move: { type: "draw" }, value: 0.5 }, { move: { type: "exchange" }, value: 0.4 }];
  const numberOf = (button: string) => get(button).querySelector(".number")?.textContent ?? "";
  await shown(view, { scale: "chance", choices, reasons: [] } as never);
  expect(["draw", "place", "exchange"].map(numberOf)).toEqual(["2", "", "3"]);
  expect(document.querySelectorAll(".primary")).toHaveLength(0);
  press("1");
  click("space-63");
  expect(["draw", "place", "exchange"].map(numberOf)).toEqual(["2", "1", "3"]);
  expect([...document.querySelectorAll<HTMLElement>(".primary")].map((each) => each.dataset["testid"])).toEqual(["place"]);
});

it.each([
  ["a best draw keeps its ring while a play is on the board", ["draw", "play"], 1, "draw"],
  ["a best exchange keeps its ring while a draw is picked", ["exchange", "draw"], 1, "exchange"],
  ["a best draw is ringed before a choice", ["draw", "play"], 0, "draw"],
  ["a best play has no ringed button while another choice is picked", ["play", "draw"], 1, undefined],
] as const)("%s", async (_, types, taken, ringed) => {
  const choices = types.map((type, index) => ({ move: type === "play" ? { type, card: view.hand[0], space: 90 } : { type }, value: 0.6 - index / 10 }));
  await shown(view, { scale: "chance", choices, reasons: [] } as never, taken);
  expect(document.querySelector<HTMLElement>(".actions")!.dataset["hinted"]).toBe(ringed);
});

describe("a space that is touched", () => {
  /** Touch a space at a time in milliseconds. */
  function touch(space: number, at: number) {
    const click = new MouseEvent("click", { bubbles: true });
    Object.defineProperty(click, "timeStamp", { value: at });
    get(`space-${space}`).dispatchEvent(click);
    flushSync();
  }
  const pointer = (type: string, on: Element) => {
    on.dispatchEvent(new PointerEvent(type, { bubbles: true }));
    flushSync();
  };
  afterEach(() => {
    preferences.onePress = false;
  });

  it("is proposed, and sends at the second touch", async () => {
    const { transport } = await shown();
    touch(63, 1000);
    expect(transport.commands).toHaveLength(0);
    expect(text(get("hint"))).toBe("Tap 63 again, or press Play");
    touch(63, 1250);
    expect(transport.commands).toHaveLength(1);
  });

  it("sends nothing at a double tap, or at a bounce of the finger", async () => {
    const { transport } = await shown();
    touch(63, 1000);
    touch(63, 1249);
    touch(63, 1400);
    expect(transport.commands).toHaveLength(0);
    touch(63, 1700);
    expect(transport.commands).toHaveLength(1);
  });

  it("is another proposal when it is another space", async () => {
    const { transport } = await shown();
    touch(63, 1000);
    touch(12, 2000);
    expect(transport.commands).toHaveLength(0);
    touch(12, 3000);
    expect(transport.commands[0]).toMatchObject({ command: { move: { card: 12, space: 12 } } });
  });

  it("is cancelled by a drag away from it", async () => {
    const { transport } = await shown();
    touch(63, 1000);
    const under = vi.fn(() => get("board") as Element);
    document.elementFromPoint = under;
    pointer("pointerdown", get("space-63"));
    pointer("pointerup", get("space-63"));
    expect(get("space-63").getAttribute("aria-selected")).toBe("false");
    touch(63, 2000);
    under.mockReturnValue(get("space-63"));
    pointer("pointerdown", get("space-63"));
    pointer("pointerup", get("space-63"));
    expect(get("space-63").getAttribute("aria-selected")).toBe("true");
    expect(transport.commands).toHaveLength(0);
  });

  it("is proposed anew as soon as it is touched after a drag away, which no double tap has", async () => {
    const { transport } = await shown();
    touch(63, 1000);
    document.elementFromPoint = () => get("board");
    pointer("pointerdown", get("space-63"));
    pointer("pointerup", get("space-63"));
    touch(63, 1200);
    expect(get("space-63").getAttribute("aria-selected")).toBe("true");
    touch(63, 1300);
    expect(transport.commands).toHaveLength(0);
    touch(63, 1600);
    expect(transport.commands).toHaveLength(1);
  });

  it("sends at once if the player prefers one press", async () => {
    preferences.onePress = true;
    const { transport } = await shown();
    touch(63, 1000);
    expect(transport.commands).toHaveLength(1);
  });

  it("sends at the second Enter, however soon it comes", async () => {
    const { transport } = await shown();
    const space = get("space-63");
    space.dispatchEvent(new FocusEvent("focus"));
    press("Enter", space);
    expect(transport.commands).toHaveLength(0);
    press("Enter", space);
    expect(transport.commands).toHaveLength(1);
  });
});

it.each([
  ["three presses while a card of it could be played", view.reach, 3],
  ["two presses where none could", view.reach.map((reach) => ({ ...reach, spaces: [] })), 2],
])("exchanging takes %s", async (_, reach, presses) => {
  const { transport } = await shown(cincoView({ hand: [12, 57, 60, 61], reach, why_not_exchange: null }));
  for (let number = 1; number < presses; number++) press("x");
  expect(transport.commands).toHaveLength(0);
  press("x");
  expect(transport.commands).toHaveLength(1);
});

it("names the player whom the table waits for", async () => {
  const { say } = await shown(cincoView({ to_move: 1 }));
  say(5, 5);
  expect(text(get("hint"))).toBe("Waiting for Bo’s move");
});
