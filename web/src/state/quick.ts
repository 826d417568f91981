/** Tables that take one click. */

import { gameOf } from "../games";
import type { AnyGame } from "../games/game";
import { router } from "../router.svelte";
import type { Options, SeatSetup, TableSettings } from "../wire/types";
import { api } from "./api";
import { guest } from "./guest.svelte";

export const ME: SeatSetup = { kind: "me", level: null };
export const OPEN: SeatSetup = { kind: "open", level: null };
export const bot = (level: string): SeatSetup => ({ kind: "bot", level });

/** The seating that a game begins with: its first one in company. */
export const companyOf = (game: AnyGame) => game.seatings.find(({ players }) => players > 1) ?? game.seatings[0]!;

/** Make a table and go to it; there the seats kept for me are taken. */
export async function makeTable(settings: TableSettings): Promise<void> {
  // The table's page is fetched while the table is being made: on a slow line that is a second less to wait.
  Promise.all([import("../pages/TablePage.svelte"), gameOf(settings.options).table()]).catch(() => undefined);
  await guest.ready();
  const table = await api.make(settings);
  router.go(`/t/${table.id}`);
}

/** A table of the smallest company, with these others on the seats that are not mine. */
function quickTable(game: AnyGame, other: SeatSetup, settings: Partial<TableSettings>): Promise<void> {
  const seating = companyOf(game);
  const seats = Array.from({ length: seating.players }, (_, seat) => (seat === 0 ? ME : other));
  const options = game.options(seating) as Options;
  return makeTable({ options, seats, one_device: false, listed: false, watchable: true, hints: false, bot_pace: "normal", ...settings });
}

export const playNow = (game: AnyGame) => quickTable(game, bot(game.usualLevel), { hints: true });
export const withFriends = (game: AnyGame) => quickTable(game, OPEN, {});
export const onOneDevice = (game: AnyGame) => quickTable(game, ME, { one_device: true, watchable: false });
