/** A person's results in numbers: when a bar shows them, too. */

import { expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { show, text } from "../../testing/show";
import type { Statistics } from "../../wire/types";
import Tally from "./Tally.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

const results = (won: number, lost: number) => ({ game: "tiny", kind: "two", won, lost, drew: 0, left: 0, streak: 0, best_streak: 0, facts: {} }) as unknown as Statistics;

it.each([
  [3, 2, true],
  [1, 1, true],
  [1, 0, false],
  [7, 0, true],
])("of %i won and %i lost has a bar: %s", async (won, lost, hasBar) => {
  await withMore(Promise.resolve());
  await show(Tally, { statistics: results(won, lost) });
  expect([...document.querySelectorAll("dt, dd")].map((each) => text(each)).join(" ")).toMatch(new RegExp(`^won ${won} lost ${lost} `));
  expect(document.querySelectorAll('[data-testid="bar"] i').length).toBe(hasBar ? Number(won > 0) + Number(lost > 0) : 0);
  expect(document.querySelectorAll("dd i").length, "its colours are named").toBe(hasBar ? 2 : 0);
});
