/** What the people and bots at a table are called. */

import { fetchFor, t, tOf } from "../i18n/index.svelte";
import { named } from "../state/people/guests.svelte";
import type { TableView } from "../wire/types";

export function levelName(game: string, level: string): string {
  return tOf(game, `level.${level}`, level);
}

/** What a bot of this level is like. */
export function levelLine(game: string, level: string): string {
  const line = tOf(game, `level.${level}Line`, "");
  if (!line) void fetchFor(`level.${level}Line`);
  return line;
}

/** Every seat's name, where a component marks those of guests or there is little room: a person's own, or the bot's; alike ones get their seat's number. */
export function plainNames(table: Pick<TableView, "settings" | "seats">): string[] {
  const { game } = table.settings.options;
  const names = table.seats.map(({ name, level }) => name ?? (level ? levelName(game, level) : t("waiting.free")));
  return names.map((name, seat) => (names.indexOf(name) !== names.lastIndexOf(name) ? `${name} ${seat + 1}` : name));
}

/** Every seat's name in sentences: those of other people who are guests are marked. */
export function seatNames(table: Pick<TableView, "settings" | "seats">): string[] {
  return plainNames(table).map((name, seat) => named(name, markedHandle(table, seat)));
}

/** By whose handle a seat's name is marked; nobody's for the reader's own, and where people share a device. */
export function markedHandle({ settings, seats }: Pick<TableView, "settings" | "seats">, seat: number): string | null {
  const there = seats[seat];
  return settings.one_device || there?.yours ? null : (there?.handle ?? null);
}

export function seatName(table: TableView, seat: number): string {
  return seatNames(table)[seat] ?? "";
}

/** So many letters have room in a sentence, wherever it stands. */
const ROOM = 14;

/** A seat's name in a sentence for which there is little room: the whole of it, unless it is long. */
export function fittingSeatName(table: TableView, seat: number): string {
  const name = seatName(table, seat);
  return name.length > ROOM ? shortSeatName(table, seat) : name;
}

/** A seat's name in a sentence for which there is little room. */
export function shortSeatName(table: Pick<TableView, "settings" | "seats">, seat: number): string {
  return named(shortNames(plainNames(table))[seat] ?? "", markedHandle(table, seat));
}

/** The seat that is mine alone: whose moves are told as “you play”. `null` for spectators, and where people share a device. */
export function ownSeat(table: TableView): number | null {
  const mine = table.seats.flatMap(({ kind, yours }, seat) => (yours && kind === "person" ? [seat] : []));
  return mine.length === 1 ? mine[0]! : null;
}

/** A word that is cut keeps so many letters, or so many where a bot's own name just fits. */
const STEM = 5;
export const WIDE_STEM = 11;

/**
 * Names for where there is little room: what tells them apart stays. One word of several, if it is nobody else's; of
 * names with a number, a short word and the number.
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
