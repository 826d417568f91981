// @vitest-environment node
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
    expect(slidesOf(tournamentView({ status: "open", standings: [] }), ...WALL)).toEqual([{ kind: "waiting", people: [], scale: 1.9, stretch: 1.9 }]);
    const open = tournamentView({ status: "open", standings: [...people(3), line(4, "Gone", { is_out: true })] });
    expect(slidesOf(open, ...WALL)).toMatchObject([{ people: [{ name: "P1" }, { name: "P2" }, { name: "P3" }] }]);
    expect(kinds({ ...playing(64), status: "ended" }, ...WALL)).toEqual(["standings", "standings", "standings"]);
  });

  it("is larger where there are few", () => {
    const scales = (view: TournamentView) => slidesOf(view, ...WALL).map((slide) => ("scale" in slide ? slide.scale : 0));
    const ended = (count: number) => scales({ ...playing(count), status: "ended" })[0]!;
    expect([4, 6].map(ended)).toEqual([1.9, expect.closeTo(72 / 42)]);
    expect(ended(roomOf(...WALL).lines)).toBeCloseTo(1, 1);
    // One more takes two columns, whose lines are larger again.
    expect(ended(roomOf(...WALL).lines + 1)).toBeCloseTo(72 / 48);
    // Six games fit, and fewer are larger.
    expect(scales(playing(4))).toEqual([1.9]);
    expect(scales(playing(8))).toEqual([expect.closeTo(72 / 54)]);
    expect(scales(playing(12))).toEqual([1]);
    // Seven take a page of their own, in two columns.
    expect(scales(playing(14))[0]).toBeCloseTo(72 / 44);
    const open = (count: number) => scales(tournamentView({ status: "open", standings: people(count) }));
    expect(open(4)).toEqual([1.9]);
    expect(open(2 * roomOf(...WALL).lines)[0]).toBeCloseTo(1, 1);
  });

  it("keeps long names whole", () => {
    const long = (view: TournamentView) => slidesOf({ ...view, standings: view.standings.map((each) => ({ ...each, name: "n".repeat(24) })) }, ...WALL)[0];
    expect(long(playing(4))).toMatchObject({ kind: "both", scale: 1, stretch: 1.9 }); // the rows fill the height all the same
    expect(long({ ...playing(4), status: "ended" })).toMatchObject({ kind: "standings", scale: 1.9 });
  });

  it("leaves the controls a strip of their own", () => {
    expect(roomOf(...WALL, 2, 200).height).toBeCloseTo(roomOf(...WALL).height - 200 / 10.8);
    expect(slidesOf(playing(12), ...WALL, 200).map(({ kind }) => kind)).not.toContain("both");
  });

  it("gives a long name the room beside the state of its game", () => {
    const [slide] = slidesOf({ ...playing(14), standings: people(14).map((each) => ({ ...each, name: "n".repeat(24) })) }, ...WALL);
    expect(slide!.scale).toBeLessThan(1.1);
  });

  it("shows something in a window of no size", () => {
    expect(slidesOf(playing(4), 0, 0).length).toBeGreaterThan(0);
  });
});
