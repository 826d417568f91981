/** Tables that take one click. */

import { router } from "../router.svelte";
import type { Options, SeatPlan, TableSettings } from "../wire/types";
import { api } from "./api";
import { guest } from "./guest.svelte";

export const LEVELS = ["novice", "casual", "keen", "skilled", "expert", "master"] as const;
export const DEFAULT_LEVEL = "keen";
export const ME: SeatPlan = { kind: "me", level: null };
export const OPEN: SeatPlan = { kind: "open", level: null };
export const bot = (level: string): SeatPlan => ({ kind: "bot", level });

export function optionsFor(game: "cinco" | "cinqo", players = 2): Options {
  return game === "cinco"
    ? { game, players, teams: players === 3 ? 3 : 2, joker: false, first: null }
    : { game, players, goal: "hundred", rounds: 5, first: 0 };
}

/** Make a table and go to it; there the seats kept for me are taken. */
export async function makeTable(settings: TableSettings): Promise<void> {
  // The table's page is fetched while the table is being made: on a slow line that is a second less to wait.
  const boards = { cinco: () => import("../games/cinco/CincoTable.svelte"), cinqo: () => import("../games/cinqo/CinqoTable.svelte") };
  Promise.all([import("../pages/TablePage.svelte"), boards[settings.options.game]()]).catch(() => undefined);
  await guest.ready();
  const table = await api.make(settings);
  router.go(`/t/${table.id}`);
}

export const playNow = (game: "cinco" | "cinqo") =>
  makeTable({ options: optionsFor(game), seats: [ME, bot(DEFAULT_LEVEL)], one_device: false, listed: false, watchable: true, hints: true });

export const withFriends = (game: "cinco" | "cinqo") =>
  makeTable({ options: optionsFor(game), seats: [ME, OPEN], one_device: false, listed: false, watchable: true, hints: false });

export const onOneDevice = (game: "cinco" | "cinqo") =>
  makeTable({ options: optionsFor(game), seats: [ME, ME], one_device: true, listed: false, watchable: false, hints: false });
