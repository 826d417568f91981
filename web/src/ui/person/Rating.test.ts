/** A card of a rating: where its curve and its results stand. */

import { afterEach, expect, it, vi } from "vitest";
import { people } from "../../state/people/people";
import { get, resize, settled, show, text } from "../../testing/show";
import type { PersonRating, Statistics } from "../../wire/types";
import Rating from "./Rating.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

const statistics = { game: "tiny", kind: "two", played: 2, won: 1, lost: 1, drew: 0, left: 0, streak: 0, best_streak: 1, facts: {} } as unknown as Statistics;
const card = (games: number) => ({ handle: "anna", statistics, rating: { game: "tiny", kind: "two", points: 1504, margin: 60, games } as PersonRating });
const figuresAround = (id: string) => get(id).closest("div[class*='figures']");

async function see(points: number, games = points): Promise<void> {
  vi.spyOn(people, "curve").mockResolvedValue({ points: Array.from({ length: points }, (_, at) => ({ at, points: 1500 + at, margin: 60 })) });
  await show(Rating, card(games));
  await settled();
}

afterEach(() => {
  vi.restoreAllMocks();
});

it("unfolds the curve from the number of games on a phone", async () => {
  resize(390, 844);
  await see(2);
  const folded = get("curve").closest("details")!;
  expect(folded.open).toBe(false);
  expect(text(folded.querySelector("summary")!)).toBe("2 rated games · provisional");
});

it.each([[1280, 800], [844, 390]])("has the curve below the figures at %d × %d", async (width, height) => {
  resize(width, height);
  await see(2);
  expect(get("curve").closest("details")).toBeNull();
  expect(figuresAround("curve")).toBeNull();
  expect(figuresAround("results-tiny-two")).not.toBeNull();
});

it.each([["a single game", 1, 1], ["games that the visitor may not see", 1, 3]])("has the results in the same place without a curve, after %s", async (_, points, games) => {
  resize(1280, 800);
  await see(points, games);
  expect(document.querySelector('[data-testid="curve"]')).toBeNull();
  expect(figuresAround("results-tiny-two")).not.toBeNull();
});
