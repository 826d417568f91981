/** Cinco, as the rest of the client knows it. */

import type en from "../../../../src/quincunx/games/cinco/texts/en.json";
import { t } from "../../i18n/index.svelte";
import type { Game } from "../game";
import Box from "./board/Box.svelte";
import { describe, withoutSecrets } from "./events";
import { LEVELS, SEATINGS } from "./offered";
import { predict } from "./predict";
import { result } from "./result";
import type { CincoOptions, CincoView, Move, PlayEvent } from "./types";

export type Texts = typeof en;

export const GAME: Game<CincoOptions, Move, CincoView, PlayEvent> = {
  name: "cinco",
  hasSecrets: true,
  hasDraws: true,
  hasLot: true,
  fillsHeight: true,
  seatings: SEATINGS,
  levels: LEVELS,
  usualLevel: "keen",
  options: ({ players, sides }, before) => ({ game: "cinco", joker: false, first: null, ...before, players, teams: sides }),
  team: (options, seat) => seat % options.teams,
  variant: (options) => t(options.joker ? "cinco.setup.joker" : "cinco.setup.classic"),
  describe,
  withoutSecrets,
  predict,
  result,
  Box,
  small: () => import("./board/Small.svelte"),
  table: () => import("./table/table"),
  hint: () => import("./review/hint"),
  setup: () => import("./Setup.svelte"),
  replay: () => import("./review/replay"),
  chance: () => import("./chance"),
  review: () => import("./review/review"),
  rules: () => import("./rules"),
  terms: () => import("./rules/terms"),
  day: () => import("./day"),
};
