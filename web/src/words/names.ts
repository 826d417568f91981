/** Names of the people and bots at a table. */

import { fetchFor, t, tOf } from "../i18n/index.svelte";
import { named } from "../state/people/guests.svelte";
import type { Presence, TableView } from "../wire/types";

export function levelName(game: string, level: string): string {
  return tOf(game, `level.${level}`, level);
}

/** Return the description of a bot's level. */
export function levelLine(game: string, level: string): string {
  const line = tOf(game, `level.${level}Line`, "");
  if (!line) void fetchFor(`level.${level}Line`);
  return line;
}

/**
 * Return all seats' names, for narrow places and for components that mark guests. Each is the person's own, or the
 * bot's; equal names get their seat's number.
 */
export function plainNames(table: Pick<TableView, "settings" | "seats">): string[] {
  const { game } = table.settings.options;
  const names = table.seats.map(({ name, level }) => name ?? (level ? levelName(game, level) : t("waiting.free")));
  return names.map((name, seat) => (names.indexOf(name) !== names.lastIndexOf(name) ? `${name} ${seat + 1}` : name));
}

/** Return all seats' names in sentences: other people who are guests are marked. */
export function seatNames(table: Pick<TableView, "settings" | "seats">): string[] {
  return plainNames(table).map((name, seat) => named(name, markedHandle(table, seat)));
}

/** Return the handle by which a seat's name is marked; `null` for the reader's own, and on a shared device. */
export function markedHandle({ settings, seats }: Pick<TableView, "settings" | "seats">, seat: number): string | null {
  const there = seats[seat];
  return settings.one_device || there?.yours ? null : (there?.handle ?? null);
}

/** Return whether a seat is told as “you”: the reader's own, and nobody else's on a shared device. */
export function isYou({ settings, seats }: Pick<TableView, "settings" | "seats">, seat: number): boolean {
  const there = seats[seat];
  return there?.yours === true && there.kind === "person" && !settings.one_device;
}

/**
 * Return all seats' labels, for lists and titles at a table: “You” for the reader's own seat, and a name for each other
 * one. `names` are the names to use, which are short where there is little room.
 */
export function seatLabels(table: Pick<TableView, "settings" | "seats">, names: readonly string[] = plainNames(table)): string[] {
  return names.map((name, seat) => (isYou(table, seat) ? t("table.you") : name));
}

/** Return a seat's label where it stands alone: like `seatLabels`, but other people who are guests are marked. */
export function seatLabel(table: TableView, seat: number): string {
  return seatLabels(table, seatNames(table))[seat] ?? "";
}

/** Return whether a bot plays for a seat's person, or whether the person is away; `null` if neither. */
export function seatState({ seats }: Pick<TableView, "seats">, seat: number, presence: Presence | null): "bot" | "away" | null {
  const kind = seats[seat]?.kind;
  if (kind === "stand_in") return "bot";
  return kind === "person" && presence?.here[seat] === false ? "away" : null;
}

export function seatName(table: TableView, seat: number): string {
  return seatNames(table)[seat] ?? "";
}

/** Longest name in letters that fits a sentence anywhere. */
const ROOM = 14;

/** Return a seat's name for a sentence in a narrow place: in full, unless it is long. */
export function fittingSeatName(table: TableView, seat: number): string {
  const name = seatName(table, seat);
  return name.length > ROOM ? shortSeatName(table, seat) : name;
}

/** Return a seat's short name for a sentence in a narrow place. */
export function shortSeatName(table: Pick<TableView, "settings" | "seats">, seat: number): string {
  return named(shortNames(plainNames(table))[seat] ?? "", markedHandle(table, seat));
}

/**
 * Return the seat that is mine alone, whose moves are told as “you play”. `null` for spectators, and on a shared
 * device.
 */
export function ownSeat(table: TableView): number | null {
  const mine = table.seats.flatMap(({ kind, yours }, seat) => (yours && kind === "person" ? [seat] : []));
  return mine.length === 1 ? mine[0]! : null;
}

/** Letters left of a shortened word, or as many as a bot's own name needs. */
const STEM = 5;
export const WIDE_STEM = 11;

/**
 * Return short names that stay distinct. Of several words, one suffices if no other name has it; of names with a
 * number, a short word and the number.
 */
export function shortNames(names: readonly string[], stem = STEM): string[] {
  const words = names.map((name) => name.split(" "));
  const isOnly = (word: string | undefined, at: 0 | -1) => words.filter((each) => each.at(at) === word).length === 1;
  return words.map((own, index) => {
    const [first = ""] = own;
    const last = own.at(-1)!;
    if (own.length === 1) return first;
    if (/^\d+$/.test(last)) return `${first.length > stem + 1 ? `${first.slice(0, stem)}.` : first} ${last}`;
    if (isOnly(first, 0)) return first;
    return isOnly(last, -1) ? last : names[index]!;
  });
}
