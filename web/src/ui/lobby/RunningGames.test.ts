import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import { company } from "../../state/lobby/company.svelte";
import { show, text } from "../../testing/show";
import RunningGames from "./RunningGames.svelte";

beforeEach(() => {
  vi.spyOn(company, "start").mockResolvedValue();
  company.tables = [];
});
afterEach(() => {
  company.tables = null;
  company.more = 0;
  vi.restoreAllMocks();
});

async function shown(more: number): Promise<string> {
  company.more = more;
  await show(RunningGames, {});
  // Its texts are in the second part.
  await vi.waitFor(() => {
    flushSync();
    expect(text() !== "").toBe(more > 0);
  });
  return text();
}

describe("the list of my games", () => {
  it("says how many games it does not show", async () => {
    expect(await shown(50)).toBe("50 more of your games aren’t shown; games that wait for you come first.");
    company.more = 1;
    flushSync();
    await vi.waitFor(() => expect(text()).toBe("One more game of yours isn’t shown; games that wait for you come first."));
  });

  it("says nothing of the kind when it shows all", async () => {
    expect(await shown(0)).toBe("");
  });
});
