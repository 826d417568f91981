import { describe, expect, it } from "vitest";
import { tournamentView, game, line, round } from "../../../testing/tournament";
import type { TournamentView } from "../../../wire/types";
import { roomOf, slidesOf } from "./slides";

const WALL = [1920, 1080] as const;
const people = (count: number) => Array.from({ length: count }, (_, at) => line(at + 1, `P${at + 1}`));
const games = (count: number) => Array.from({ length: count }, (_, at) => game(at + 1, [2 * at + 1, 2 * at + 2]));
const playing = (count: number) => tournamentView({ standings: people(count), current: round(1, games(Math.floor(count / 2))) });
const kinds = (view: ReturnType<typeof playing>, width: number, height: number) => slidesOf(view, width, height).map(({ kind }) => kind);

describe("the screen at the wall", () => {
  it("shows pairings and standings side by side as long as both fit", () => {
    const { games: most } = roomOf(...WALL);
    expect(kinds(playing(2 * most), ...WALL)).toEqual(["both"]);
    expect(kinds(playing(2 * most + 2), ...WALL)).not.toContain("both");
    // Some no longer play, and keep their place.
    expect(kinds({ ...playing(4), standings: people(2 * most + 1) }, ...WALL)).not.toContain("both");
  });

  it("shows all players once in turn, in order, if they do not", () => {
    const view = playing(64);
    const slides = slidesOf(view, ...WALL);
    const room = roomOf(...WALL);
    expect(slides.flatMap((slide) => (slide.kind === "games" ? slide.games : []))).toEqual(view.current!.games);
    expect(slides.flatMap((slide) => (slide.kind === "standings" ? slide.lines : []))).toEqual(view.standings);
    for (const slide of slides) {
      if (slide.kind === "games") expect(slide.games.length).toBeLessThanOrEqual(room.columns * room.games);
      if (slide.kind === "standings") expect(slide.lines.length).toBeLessThanOrEqual(room.columns * room.lines);
    }
  });

  it("turns the pages on a screen that stands upright", () => {
    expect(kinds(playing(8), 1080, 1920)).toEqual(["games", "standings"]);
  });

  it("shows the players before the start, and the standings alone after the end", () => {
    expect(slidesOf(tournamentView({ status: "open", standings: [] }), ...WALL)).toEqual([{ kind: "waiting", people: [], isLarge: true }]);
    const open = tournamentView({ status: "open", standings: [...people(3), line(4, "Gone", { is_out: true })] });
    expect(slidesOf(open, ...WALL)).toMatchObject([{ people: [{ name: "P1" }, { name: "P2" }, { name: "P3" }] }]);
    expect(kinds({ ...playing(64), status: "ended" }, ...WALL)).toEqual(["standings", "standings", "standings"]);
  });

  it("is larger where there are few", () => {
    const ended = (count: number) => slidesOf({ ...playing(count), status: "ended" }, ...WALL)[0];
    expect(ended(6)).toMatchObject({ isOneColumn: true, isLarge: true });
    expect(ended(roomOf(...WALL).lines)).toMatchObject({ isOneColumn: true, isLarge: false });
    expect(ended(roomOf(...WALL).lines + 1)).toMatchObject({ isOneColumn: false, isLarge: false });
    // Six games fit, or four larger ones, and beside them eight larger lines.
    const sizes = (view: TournamentView) => slidesOf(view, ...WALL).map((slide) => "isLarge" in slide && slide.isLarge);
    expect([4, 8, 9, 12].map((count) => sizes(playing(count)))).toEqual([[true], [true], [false], [false]]);
    const open = (count: number) => sizes(tournamentView({ status: "open", standings: people(count) }));
    expect([16, 17].map(open)).toEqual([[true], [false]]);
  });

  it("shows something in a window of no size", () => {
    expect(slidesOf(playing(4), 0, 0).length).toBeGreaterThan(0);
  });
});
