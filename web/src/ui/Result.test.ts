import { describe, expect, it, vi } from "vitest";
import type { Table } from "../state/table.svelte";
import { click, get, show, text } from "../testing/show";
import { TINY, person, tinyTable, tinyView } from "../testing/tiny";
import Result from "./Result.svelte";

vi.mock("../games", () => import("../testing/tiny"));

async function end(winners: number[], { yours = [0], seats = 2, oneDevice = false, termination = "counted", rematch = null as string | null, resigned = [] as number[] } = {}) {
  const names = ["Anna", "Bo", "Carl", "Dora"].slice(0, seats);
  const options = TINY.options(TINY.seatings.find(({ players }) => players === seats)!);
  const view = tinyTable(
    { status: "ended", outcome: { termination, winners }, seats: names.map((name, seat) => person(name, yours.includes(seat))), game: tinyView({ options }), rematch, resigned },
    { options, one_device: oneDevice },
  );
  const table = { command: vi.fn() };
  await show(Result, { table: table as unknown as Table, view });
  return table;
}
const title = () => text(document.querySelector("h2")!);

describe("the result", () => {
  it.each([
    ["You win!", [0], {}],
    ["You lost", [1], {}],
    ["Bo wins", [1], { yours: [] }],
    ["Bo wins", [1], { oneDevice: true }],
    ["Anna wins", [0], { oneDevice: true }],
    ["Anna and Bo share the win", [0, 1], {}],
    ["You win!", [0, 2], { seats: 4 }],
    ["You lost", [1, 3], { seats: 4 }],
    ["Red win", [1, 3], { seats: 4, yours: [] }],
    ["A draw", [], {}],
  ] as const)("says “%s”", async (words, winners, how) => {
    await end([...winners], how as object);
    expect(title()).toBe(words);
  });

  it("says how, in the game's own words, and what was agreed in everybody's", async () => {
    await end([1]);
    expect(text()).toContain("Bo counted best. Well done.");
  });

  it("needs no game to say that a draw was agreed", async () => {
    await end([], { termination: "agreed" });
    expect(text()).toContain("Both sides agreed to it.");
  });

  it.each([
    ["Bo resigned.", [1], {}],
    ["You resigned.", [0], {}],
    ["Anna resigned.", [0], { oneDevice: true }],
    ["Bo and Dora resigned.", [1, 3], { seats: 4 }],
  ] as const)("says who gave up: “%s”", async (line, resigned, how) => {
    await end([...resigned].map((seat) => 1 - (seat % 2)), { termination: "resigned", resigned: [...resigned], ...(how as object) });
    expect(text(get("result"))).toContain(line);
  });

  it("can be folded, to look at the board", async () => {
    await end([1]);
    click("fold");
    expect(document.querySelector("[data-testid=rematch]")).toBeNull();
    expect(title()).toBe("You lost");
    click("fold");
    expect(get("rematch")).toBeTruthy();
  });

  it("offers a rematch to those who played, and the way to one that there is", async () => {
    const table = await end([0]);
    click("rematch");
    expect(table.command).toHaveBeenCalledWith({ type: "rematch" });
  });

  it("leads to the rematch that somebody else asked for", async () => {
    await end([0], { rematch: "another-table" });
    expect(get("join-rematch").getAttribute("href")).toBe("/t/another-table");
  });

  it("offers none to spectators", async () => {
    await end([0], { yours: [] });
    expect(document.querySelector("[data-testid=rematch]")).toBeNull();
  });
});
