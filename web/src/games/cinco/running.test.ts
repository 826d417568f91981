import { afterEach, expect, it, vi } from "vitest";
import { company } from "../../state/lobby/company.svelte";
import { myTable } from "../../testing/running";
import { get, show, text } from "../../testing/show";
import RunningGames from "../../ui/lobby/RunningGames.svelte";

afterEach(() => {
  company.tables = null;
  vi.restoreAllMocks();
});

it("shows in the list of my games its tokens and the turn", async () => {
  vi.spyOn(company, "start").mockResolvedValue();
  company.tables = [myTable("cinco", 1, { small: `${".".repeat(87)}0a1` })];
  await show(RunningGames, {});
  await vi.waitFor(() => expect(text(get("running").querySelector(".words")!)).toBe("Cinco with Seedling Seedling’s turn · 3 tokens"));
  expect(document.querySelector('[data-testid="all-games"]')).toBeNull();
});
