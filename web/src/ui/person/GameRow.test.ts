import { expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { get, show, text } from "../../testing/show";
import type { FinishedGame } from "../../wire/types";
import GameRow from "./GameRow.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

const seat = { name: "Anna", level: null, handle: null, side: 0, ending: "won", bot_moves: 0, change: null };
const game = { table: "a-table", game: "tiny", kind: null, is_rated: false, ended: 0, termination: "rules", seats: [seat], seat: 0, opens_at: null } as unknown as FinishedGame;

it("leads to the replay and the record", async () => {
  await show(GameRow, { game, variant: "", date: "today" });
  expect([...document.querySelectorAll("a")].map((each) => each.getAttribute("href"))).toEqual(["/t/a-table/replay", "/api/tables/a-table/record"]);
});

it("says when they open of a day that is not over, and leads nowhere before", async () => {
  await withMore(Promise.resolve());
  await show(GameRow, { game: { ...game, opens_at: Date.UTC(2026, 10, 23, 12) }, variant: "", date: "today" });
  expect(text(get("opens"))).toMatch(/^Replay opens Mon/);
  expect(document.querySelectorAll("a")).toHaveLength(0);
});

it("calls a game rated, unless the change of the rating says so", async () => {
  const rated = { ...game, is_rated: true };
  await show(GameRow, { game: rated, variant: "Classic", date: "today" });
  expect(text(document.querySelector(".what")!)).toContain("Classic · Rated");
  document.body.replaceChildren();
  await show(GameRow, { game: { ...rated, seats: [{ ...seat, change: 3 }] } as FinishedGame, variant: "Classic", date: "today" });
  expect(text(get("change"))).toBe("+3 rating");
  expect(text()).not.toContain("Rated");
});
