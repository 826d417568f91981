/** Tables that take one click. */

import { gameOf } from "../../games";
import type { AnyGame } from "../../games/game";
import { router } from "../../router.svelte";
import type { Options, SeatSetup, TableSettings, TableView } from "../../wire/types";
import { ownSeat } from "../../words/names";
import { guest } from "../people/guest.svelte";
import { api } from "../server/api";
import { place } from "../server/place.svelte";
import { begun } from "./begun";
import { proposedLevel } from "./ladder";

export const ME: SeatSetup = { kind: "me", level: null, name: null, handle: null };
export const OPEN: SeatSetup = { kind: "open", level: null, name: null, handle: null };
/** Somebody with whom I have played, by the handle of their page. */
export const invited = (handle: string): SeatSetup => ({ kind: "invited", level: null, name: null, handle });
export const bot = (level: string): SeatSetup => ({ kind: "bot", level, name: null, handle: null });

/** The seating that a game begins with: its first one in company. */
export const companyOf = (game: AnyGame) => game.seatings.find(({ players }) => players > 1) ?? game.seatings[0]!;

/** Make a table and go to it; there the seats kept for me are taken. `isGuided`: hints come by themselves. */
export async function makeTable(settings: TableSettings, isGuided = false): Promise<void> {
  // The table's page is fetched while the table is being made: on a slow line that is a second less to wait.
  Promise.all([router.loadTablePage(), gameOf(settings.options).table()]).catch(() => undefined);
  place.isAwaited = true;
  const table = await guest.ready().then(() => api.make(settings)).finally(() => (place.isAwaited = false));
  begun.table = table.id;
  router.go(`/t/${table.id}${isGuided ? "?guided" : ""}`);
}

/** A table of the smallest company, against bots of the level that is proposed. */
export function playNow(game: AnyGame): Promise<void> {
  return makeTable(against(game, proposedLevel(game)));
}

/** The first whole game after the lesson: against the weakest bots, which lose to whoever follows the hints. */
export function playGuided(game: AnyGame): Promise<void> {
  return makeTable(against(game, game.levels[0] ?? game.usualLevel), true);
}

function against(game: AnyGame, level: string): TableSettings {
  const seating = companyOf(game);
  const seats = Array.from({ length: seating.players }, (_, seat) => (seat === 0 ? ME : bot(level)));
  const options = game.options(seating) as Options;
  return { options, seats, one_device: false, listed: false, watchable: true, hints: true, bot_pace: "normal", pace: null, rated: false, club: null };
}

export interface NextLevel {
  readonly level: string;
  readonly settings: TableSettings;
}

/** The same table with bots one level up, for somebody who has just beaten bots alone; `null` for everybody else. */
export function nextLevel(view: TableView): NextLevel | null {
  const you = ownSeat(view);
  const winners = view.outcome?.winners ?? [];
  if (you === null || !winners.includes(you)) return null;
  const { levels, team } = gameOf(view.settings.options);
  // A win that is shared with others than partners is none.
  if (winners.length > 1 && team(view.settings.options, you) === null) return null;
  const others = view.seats.filter((_, seat) => seat !== you);
  if (!others.length || others.some(({ kind }) => kind !== "bot")) return null;
  const level = levels[Math.max(...others.map((seat) => levels.indexOf(seat.level ?? ""))) + 1];
  if (level === undefined) return null;
  const seats = view.seats.map((_, seat) => (seat === you ? ME : bot(level)));
  return { level, settings: { ...view.settings, seats } };
}
