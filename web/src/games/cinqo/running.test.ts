import { afterEach, expect, it, vi } from "vitest";
import { company } from "../../state/lobby/company.svelte";
import { myTable } from "../../testing/running";
import { get, show, text } from "../../testing/show";
import RunningGames from "../../ui/lobby/RunningGames.svelte";

afterEach(() => {
  company.tables = null;
  vi.restoreAllMocks();
});

it("shows in the list of my games its score and the turn", async () => {
  vi.spyOn(company, "start").mockResolvedValue();
  company.tables = [myTable("cinqo", 1, { small: "17,40 1 665 6 2 -3", waits_for_you: true, to_move: 0 })];
  await show(RunningGames, {});
  await vi.waitFor(() => expect(text(get("running").querySelector(".words")!)).toBe("Cinq-O with Seedling Your turn · 17 – 40"));
  expect(document.querySelector('[data-testid="all-games"]')).toBeNull();
});
