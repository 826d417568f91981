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

async function see(points: number, games = points, isBesideCurve = false): Promise<void> {
  vi.spyOn(people, "curve").mockResolvedValue({ points: Array.from({ length: points }, (_, at) => ({ at, points: 1500 + at, margin: 60 })) });
  await show(Rating, { ...card(games), isBesideCurve });
  await settled();
}

afterEach(() => {
  vi.restoreAllMocks();
});

it("unfolds the curve from the number of games on a phone", async () => {
  resize(390, 844);
  await see(3);
  const folded = get("curve").closest("details")!;
  expect(folded.open).toBe(false);
  expect([...folded.querySelector("summary")!.childNodes].map((each) => each.textContent)).toEqual(["3 rated games · provisional", "History"]);
});

it.each([[1280, 800], [844, 390]])("has the curve below the figures at %d × %d", async (width, height) => {
  resize(width, height);
  await see(3);
  expect(get("curve").closest("details")).toBeNull();
  expect(figuresAround("curve")).toBeNull();
  expect(figuresAround("results-tiny-two")).not.toBeNull();
});

it.each([[1280, 800, true, 2, true], [1280, 800, false, 2, false], [390, 844, true, 2, false], [1280, 800, true, 5, false]])("at %d × %d, beside a curve: %s, after %d games, says when its own starts: %s", async (width, height, isBesideCurve, games, isSaid) => {
  resize(width, height);
  await see(Math.min(games, 2), games, isBesideCurve);
  expect(document.querySelector('[data-testid="curve"]')).toBeNull();
  expect(document.querySelector('[data-testid="no-curve"]') !== null).toBe(isSaid);
});

it.each([["two games", 2, 2], ["games that the visitor may not see", 1, 3]])("has the results in the same place without a curve, after %s", async (_, points, games) => {
  resize(1280, 800);
  await see(points, games);
  expect(document.querySelector('[data-testid="curve"]')).toBeNull();
  expect(figuresAround("results-tiny-two")).not.toBeNull();
});
