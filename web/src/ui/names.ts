/** What the people and bots at a table are called. */

import { t, tOr } from "../i18n/index.svelte";
import type { TableView } from "../wire/types";

/** What a bot of this level is like. */
export function levelLine(level: string): string {
  return tOr([`level.${level}Line`], "");
}

export function levelName(level: string): string {
  return tOr([`level.${level}`], level);
}

/** A seat's name for this reader: a person's own, or the bot's; alike ones get their seat's number. */
export function seatName(table: TableView, seat: number): string {
  const raw = (index: number) => {
    const each = table.seats[index];
    if (!each) return "";
    return each.name ?? (each.level ? levelName(each.level) : t("waiting.free"));
  };
  const name = raw(seat);
  const alike = table.seats.some((_, index) => index !== seat && raw(index) === name);
  return alike ? `${name} ${seat + 1}` : name;
}

/** The team of a seat, and its name. */
export function teamOf(table: TableView, seat: number): number {
  return table.settings.options.game === "cinco" ? seat % table.settings.options.teams : seat;
}

const TEAMS = ["team.t0", "team.t1", "team.t2"] as const;
const LOWER = ["team.l0", "team.l1", "team.l2"] as const;

export function teamName(team: number, lower = false): string {
  return t((lower ? LOWER : TEAMS)[team] ?? "team.t0");
}

/** A list in the reader's language: “Anna, Bo and Carl”. */
export function listed(names: readonly (string | number)[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names.map(String));
}

/** What the Hi/Lo die shows: 3↑ or 2↓. */
export function hiloText(hilo: number): string {
  return `${Math.abs(hilo)}${hilo > 0 ? "↑" : "↓"}`;
}
