import { describe, expect, it, vi } from "vitest";
import * as games from "../../games";
import type { Table } from "../../state/table/table.svelte";
import { get, show, text } from "../../testing/show";
import { TINY, person, tinyTable, tinyView } from "../../testing/tiny";
import type { Presence } from "../../wire/types";
import Seats from "./Seats.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

async function seats(view = tinyTable(), presence: Partial<Presence> = {}) {
  const table = { presence: { here: [true, true], away: [false, false], watching: 0, idle: null, ...presence }, mine: [0], command: vi.fn() };
  await show(Seats, { table: table as unknown as Table, view, part: null });
  return table;
}

describe("the seats", () => {
  it("are not listed when there is nothing to say of them", async () => {
    await seats();
    expect(document.querySelector("li")).toBeNull();
  });

  it("tell who is away, and where a bot plays", async () => {
    const standIn = { kind: "stand_in", name: "Carl", level: "novice", yours: false };
    await seats(tinyTable({ seats: [person("Anna", true), person("Bo"), standIn] }), { here: [true, false, false] });
    expect(text(get("seat-1"))).toContain("away");
    expect(text(get("seat-2"))).toContain("bot playing");
    expect(text(get("seat-2"))).not.toContain("away");
  });

  it("are not listed beside scores that name the players with their states", async () => {
    const own = vi.spyOn(games, "gameOf").mockReturnValue({ ...TINY, namesSeats: true });
    await seats(tinyTable({ seats: [person("Anna", true), person("Bo")] }), { here: [true, false] });
    expect(document.querySelector("li")).toBeNull();
    own.mockRestore();
  });

  it("tell partners from opponents", async () => {
    const options = TINY.options(TINY.seatings[2]!);
    const names = ["Anna", "Bo", "Carl", "Dora"];
    await seats(tinyTable({ seats: names.map((name, seat) => (seat ? { ...person(name), kind: "stand_in" } : person(name, true))), game: tinyView({ options }) }, { options }));
    expect(names.map((_, seat) => text(get(`seat-${seat}`)).includes("partner"))).toEqual([false, false, true, false]);
  });
});

describe("names", () => {
  const others = () => [{ ...person("Anna", true), handle: "anna" }, { ...person("Bo"), handle: "bo" }, { kind: "stand_in", name: "Carl", level: "novice", yours: false, handle: null }];
  const links = () => [...document.querySelectorAll("a")].map((link) => [link.getAttribute("href"), link.target, link.getAttribute("aria-label")]);

  it("lead to others' pages beside the table, where there is one", async () => {
    await seats(tinyTable({ seats: others() }));
    expect(links()).toEqual([["/p/bo", "_blank", "Bo"]]);
    expect(text(get("seat-0"))).toContain("You");
    expect(text(get("seat-0"))).not.toContain("Anna");
  });

  it("lead nowhere where several share a device", async () => {
    await seats(tinyTable({ seats: others() }, { one_device: true }));
    expect(links()).toEqual([]);
  });
});
