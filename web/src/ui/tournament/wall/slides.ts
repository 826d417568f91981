/** The parts of the wall display: each holds as much as viewers can read from the other end of the room. */

import type { TournamentGame, TournamentLine, TournamentView } from "../../../wire/types";

export type Slide =
  | { readonly kind: "waiting"; readonly people: readonly TournamentLine[]; readonly isLarge: boolean }
  | { readonly kind: "both"; readonly games: readonly TournamentGame[]; readonly lines: readonly TournamentLine[]; readonly isLarge: boolean }
  | { readonly kind: "games"; readonly games: readonly TournamentGame[] }
  | { readonly kind: "standings"; readonly lines: readonly TournamentLine[]; readonly isOneColumn: boolean; readonly isLarge: boolean };

/** Heights in hundredths of the screen, as in `Wall.svelte` and `WallSlide.svelte`. */
const AROUND = 27;
const GAME = 11;
const LARGE_GAME = 15;
const LINE = 6;
const LARGE_LINE = 8.4;

export interface Room {
  /** Number of columns, and of lines in each. */
  readonly columns: number;
  readonly games: number;
  readonly lines: number;
}

/** Return the room in a window of this size. */
export function roomOf(width: number, height: number): Room {
  // The unit of length in the wall's styles.
  const isUpright = width <= height;
  const unit = isUpright ? 0.0105 * width : Math.min(0.01 * height, 0.0075 * width);
  const free = unit ? height / unit - AROUND - (isUpright ? 9 : 0) : 0;
  return { columns: isUpright ? 1 : 2, games: Math.max(1, Math.floor(free / GAME)), lines: Math.max(1, Math.floor(free / LINE)) };
}

function pages<T>(all: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.ceil(all.length / size));
  // Pages have about equal numbers of lines.
  const each = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, at) => all.slice(at * each, (at + 1) * each));
}

/** Return the parts in their order; at least one. */
export function slidesOf({ status, standings, current }: Pick<TournamentView, "status" | "standings" | "current">, width: number, height: number): Slide[] {
  const room = roomOf(width, height);
  /** Few lines leave room for larger ones. */
  const fitsLarge = (lines: number) => lines * LARGE_LINE <= room.lines * LINE;
  if (status === "open") return pages(standings.filter(({ is_out }) => !is_out), 2 * room.lines).map((people) => ({ kind: "waiting", people, isLarge: fitsLarge(Math.ceil(people.length / 2)) }));
  const games = status === "playing" ? (current?.games ?? []) : [];
  const isLarge = (standings.length + 1) * LARGE_LINE <= (room.lines + 1) * LINE;
  if (games.length && room.columns > 1 && games.length <= room.games && standings.length <= room.lines) {
    return [{ kind: "both", games, lines: standings, isLarge: isLarge && games.length * LARGE_GAME <= room.games * GAME }];
  }
  const isOneColumn = standings.length <= room.lines || room.columns === 1;
  const shown: Slide[] = pages(standings, room.columns * room.lines).map((lines) => ({ kind: "standings", lines, isOneColumn, isLarge }));
  if (!games.length) return shown;
  return [...pages(games, room.columns * room.games).map((some) => ({ kind: "games", games: some }) as const), ...shown];
}
