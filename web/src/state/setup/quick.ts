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
/** Return a seat for a person with whom I have played, by the handle of their page. */
export const invited = (handle: string): SeatSetup => ({ kind: "invited", level: null, name: null, handle });
export const bot = (level: string): SeatSetup => ({ kind: "bot", level, name: null, handle: null });

/** Return a game's default seating: its first one with several players. */
export const companyOf = (game: AnyGame) => game.seatings.find(({ players }) => players > 1) ?? game.seatings[0]!;

/** Create a table and go to it; there I take the seats reserved for me. `isGuided`: hints come by themselves. */
export async function makeTable(settings: TableSettings, isGuided = false): Promise<void> {
  // The table's page is loaded while the table is created: on a slow connection this saves a second.
  Promise.all([router.loadTablePage(), gameOf(settings.options).table()]).catch(() => undefined);
  place.isAwaited = true;
  const table = await guest.ready().then(() => api.make(settings)).finally(() => (place.isAwaited = false));
  begun.table = table.id;
  begun.made = table;
  router.go(`/t/${table.id}${isGuided ? "?guided" : ""}`);
}

/** Create a table of the default seating, against bots of this level, by default the proposed one. */
export function playNow(game: AnyGame, level = proposedLevel(game)): Promise<void> {
  return makeTable(against(game, level));
}

/**
 * Start the first whole game after the lesson: against the weakest bots, which lose to a player who follows the hints.
 */
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

/** Return the same table with bots one level up, for a player who has just beaten bots alone; otherwise `null`. */
export function nextLevel(view: TableView): NextLevel | null {
  const you = ownSeat(view);
  const winners = view.outcome?.winners ?? [];
  if (you === null || !winners.includes(you)) return null;
  const { levels, team } = gameOf(view.settings.options);
  // A win shared with players other than partners does not count.
  if (winners.length > 1 && team(view.settings.options, you) === null) return null;
  const others = view.seats.filter((_, seat) => seat !== you);
  if (!others.length || others.some(({ kind }) => kind !== "bot")) return null;
  const level = levels[Math.max(...others.map((seat) => levels.indexOf(seat.level ?? ""))) + 1];
  if (level === undefined) return null;
  const seats = view.seats.map((_, seat) => (seat === you ? ME : bot(level)));
  return { level, settings: { ...view.settings, seats } };
}
