import { describe, expect, it, vi } from "vitest";
import type { Table } from "../state/table.svelte";
import { click, get, show, text } from "../testing/show";
import { person, tinyTable } from "../testing/tiny";
import type { Presence } from "../wire/types";
import Seats from "./Seats.svelte";

vi.mock("../games", () => import("../testing/tiny"));

async function seats(view = tinyTable(), presence: Partial<Presence> = {}) {
  const table = { presence: { here: [true, true], away: [false, false], watching: 0, ...presence }, mine: [0], command: vi.fn() };
  await show(Seats, { table: table as unknown as Table, view, part: null });
  return table;
}

describe("the seats", () => {
  it("are not listed when there is nothing to say of them", async () => {
    await seats();
    expect(document.querySelector("li")).toBeNull();
  });

  it("tell who is away, and let a bot be called", async () => {
    const table = await seats(tinyTable(), { here: [true, false], away: [false, true] });
    expect(text(get("seat-1"))).toContain("away");
    document.querySelector<HTMLButtonElement>("li button")!.click();
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "call_bot", seat: 1 });
  });

  it("give a seat back to whom it belongs", async () => {
    const standIn = { kind: "stand_in", name: "Anna", level: "novice", yours: true };
    const table = await seats(tinyTable({ seats: [standIn, person("Bo")] }));
    expect(text(get("seat-0"))).toContain("bot playing");
    click("take-back");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "take_back", seat: 0 });
  });

  it("show a draw that is offered, until I have offered one too", async () => {
    await seats(tinyTable({ draw_offers: [1] }));
    expect(text()).toContain("Bo offers a draw.");
    document.body.replaceChildren();
    await seats(tinyTable({ draw_offers: [0, 1] }));
    expect(text()).not.toContain("offers a draw");
  });

  it("count who watches", async () => {
    await seats(tinyTable(), { watching: 2 });
    expect(text()).toContain("2 spectators");
  });
});
