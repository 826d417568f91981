import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { preferences } from "../../state/device/preferences.svelte";
import type { Table } from "../../state/table/table.svelte";
import { click, get, show, text } from "../../testing/show";
import { TINY, person, tinyTable } from "../../testing/tiny";
import TableMenu from "./TableMenu.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

const novice = { kind: "bot", name: null, level: "novice", yours: false };

async function menu(view = tinyTable(), seat: number | null = 0) {
  const table = { command: vi.fn() };
  await show(TableMenu, { table: table as unknown as Table, view, seat });
  click("table-menu");
  await vi.waitFor(() => get("leave"));
  return table;
}
const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;

describe("the menu of a table", () => {
  beforeAll(() => {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
  });
  afterEach(() => {
    preferences.onePress = false;
  });

  it("gives spectators the rules, the sound, and a way out", async () => {
    await menu(tinyTable({ seats: [person("Anna"), person("Bo")] }), null);
    expect(text()).toContain("Rules");
    expect(has("sound")).toBe(true);
    expect(get("leave").getAttribute("href")).toBe("/");
    expect(["offer-draw", "resign", "one-press", "pace-slow"].map(has)).toEqual([false, false, false, false]);
  });

  it("resigns at the second press, even for players who move at one", async () => {
    preferences.onePress = true;
    const table = await menu();
    click("resign");
    expect(table.command).not.toHaveBeenCalled();
    expect(text(get("resign"))).toContain("press again");
    click("resign");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "resign", seat: 0 });
  });

  it("offers no way to resign where there are more than two sides, or I have done so", async () => {
    const options = { ...TINY.options(TINY.seatings[1]!), players: 3, sides: 3 };
    await menu(tinyTable({ seats: ["Anna", "Bo", "Carl"].map((name) => person(name)) }, { options }));
    expect(has("resign")).toBe(false);
    document.body.replaceChildren();
    await menu(tinyTable({ resigned: [0] }));
    expect(has("resign")).toBe(false);
  });

  it("lets the host alone set the pace of the bots", async () => {
    const seats = [person("Anna", true), novice];
    const table = await menu(tinyTable({ seats }, { bot_pace: "normal" }));
    expect(get("pace-normal")).toMatchObject({ checked: true });
    get("pace-slow").dispatchEvent(new Event("change", { bubbles: true }));
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "set_bot_pace", pace: "slow" });
    document.body.replaceChildren();
    await menu(tinyTable({ seats, hosted_by_you: false }));
    expect(has("pace-slow")).toBe(false);
  });

  it("keeps whether moves are made at one press", async () => {
    await menu();
    get("one-press").dispatchEvent(new Event("change", { bubbles: true }));
    expect(preferences.onePress).toBe(true);
  });
});
