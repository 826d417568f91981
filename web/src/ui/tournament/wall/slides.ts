/** The parts of the wall display: each holds as much as viewers can read from the other end of the room. */

import type { TournamentGame, TournamentLine, TournamentView } from "../../../wire/types";

/** The factors by which letters and rows grow: rows fill the height even where a long name keeps the letters small. */
interface Growth {
  readonly scale: number;
  readonly stretch: number;
}

export type Slide = Growth &
  (
    | { readonly kind: "waiting"; readonly people: readonly TournamentLine[] }
    | { readonly kind: "both"; readonly games: readonly TournamentGame[]; readonly lines: readonly TournamentLine[] }
    | { readonly kind: "games"; readonly games: readonly TournamentGame[]; readonly columns: number }
    | { readonly kind: "standings"; readonly lines: readonly TournamentLine[]; readonly isOneColumn: boolean }
  );

/** Heights in hundredths of the screen, as in `Wall.svelte` and `WallSlide.svelte`. */
const AROUND = 28;
const ROW = 5.5;
const LINE = 6;
/** The width of a letter, on average, and of what else a line has beside its name: figures, a result, and a guest's mark. */
const LETTER = 2.1;
const FIGURES = 34;
const RESULT = 28;
const MARK = 5;
/** The width of the code by which people join. */
const INVITATION = 66;
/** The most by which the lines of a few people grow. */
const LARGEST = 1.9;

export interface Room {
  /** Number of columns, and of lines in each. */
  readonly columns: number;
  readonly games: number;
  readonly lines: number;
  /** The whole room, in the wall's unit of length. */
  readonly width: number;
  readonly height: number;
}

/** Return the rows of the tallest game: one for each player, at least two, and one for the names of teams. */
export const largestOf = (games: readonly TournamentGame[], hasMatches = false) => Math.max(2, ...games.map(({ players }) => players.length)) + Number(hasMatches);

/** Return the room in a window of this size, for tables of so many players, above a strip of `below` pixels. */
export function roomOf(width: number, height: number, players = 2, below = 0): Room {
  // The unit of length in the wall's styles.
  const isUpright = width <= height;
  const unit = isUpright ? 0.0105 * width : Math.min(0.01 * height, 0.0075 * width);
  const free = unit ? (height - below) / unit - AROUND - (isUpright ? 9 : 0) : 0;
  return { columns: isUpright ? 1 : 2, games: Math.max(1, Math.floor(free / (ROW * players))), lines: Math.max(1, Math.floor(free / LINE)), width: unit ? width / unit - 7 : 0, height: free };
}

/** The growth where there are few lines, so that they fill the height and the longest name still fits. */
function growthOf(names: readonly TournamentLine[], height: number, free: number, width: number, beside = FIGURES): Growth {
  const longest = Math.max(1, ...names.map(({ name }) => name.length));
  const stretch = Math.max(1, Math.min(LARGEST, free / height));
  return { scale: Math.max(1, Math.min(stretch, width / (LETTER * longest + beside))), stretch };
}

function pages<T>(all: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.ceil(all.length / size));
  // Pages have about equal numbers of lines.
  const each = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, at) => all.slice(at * each, (at + 1) * each));
}

/** Return the parts in their order; at least one. */
export function slidesOf({ status, standings, current }: Pick<TournamentView, "status" | "standings" | "current">, width: number, height: number, below = 0): Slide[] {
  const games = status === "playing" ? (current?.games ?? []) : [];
  const largest = largestOf(games, Boolean(current?.matches.length));
  const room = roomOf(width, height, largest, below);
  const column = room.width / room.columns - 3;
  if (status === "open") {
    return pages(standings.filter(({ is_out }) => !is_out), 2 * room.lines).map((people) => {
      const each = (room.columns > 1 ? room.width - INVITATION : room.width) / 2;
      return { kind: "waiting", people, ...growthOf(people, LINE * Math.ceil(people.length / 2), room.height, each, MARK) };
    });
  }
  const high = LINE * (standings.length + 1);
  if (games.length && room.columns > 1 && games.length <= room.games && standings.length <= room.lines) {
    return [{ kind: "both", games, lines: standings, ...growthOf(standings, Math.max(high, ROW * largest * games.length), room.height, column) }];
  }
  const isOneColumn = standings.length <= room.lines || room.columns === 1;
  const shown: Slide[] = pages(standings, room.columns * room.lines).map((lines) => {
    const rows = 1 + (isOneColumn ? lines.length : Math.ceil(lines.length / 2));
    return { kind: "standings", lines, isOneColumn, ...growthOf(standings, LINE * rows, room.height, isOneColumn ? room.width : column) };
  });
  if (!games.length) return shown;
  const rounds = pages(games, room.columns * room.games).map((some) => {
    const players = new Set(some.flatMap((each) => each.players));
    const rows = largest * Math.ceil(some.length / room.columns);
    return { kind: "games", games: some, columns: room.columns, ...growthOf(standings.filter(({ player }) => players.has(player)), ROW * rows, room.height, column, RESULT) } as const;
  });
  return [...rounds, ...shown];
}
