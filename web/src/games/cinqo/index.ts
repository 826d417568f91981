/** Cinq-O, as the rest of the client knows it. */

import type en from "../../../../src/quincunx/games/cinqo/texts/en.json";
import { t } from "../../i18n/index.svelte";
import type { Game } from "../game";
import Box from "./case/Box.svelte";
import { describe } from "./events";
import { LEVELS, SEATINGS } from "./offered";
import { predict } from "./predict";
import { result } from "./result";
import type { CinqoOptions, CinqoView, Move, PlayEvent } from "./types";

export type Texts = typeof en;

export const GAME: Game<CinqoOptions, Move, CinqoView, PlayEvent> = {
  name: "cinqo",
  hasSecrets: false,
  namesSeats: true,
  hasDraws: false,
  hasLot: false,
  fillsHeight: true,
  seatings: SEATINGS,
  levels: LEVELS,
  usualLevel: "keen",
  options({ players }, before) {
    const chosen: CinqoOptions = { game: "cinqo", goal: "hundred", rounds: 5, first: 0, ...before, players };
    // Solitaire is always played to 100.
    return players === 1 ? { ...chosen, goal: "hundred" } : chosen;
  },
  team: () => null,
  variant: ({ goal, rounds }) => (goal === "hundred" ? t("cinqo.setup.hundred") : t("cinqo.roundsInAll", { count: rounds })),
  describe,
  withoutSecrets: (event) => event,
  predict,
  result,
  Box,
  small: () => import("./case/Small.svelte"),
  table: () => import("./table/table"),
  hint: () => import("./review/hint"),
  setup: () => import("./Setup.svelte"),
  replay: () => import("./review/replay"),
  chance: () => import("./chance"),
  review: () => import("./review/review"),
  rules: () => import("./rules"),
  terms: () => import("./rules/terms"),
  day: () => import("./day"),
  alone: () => import("./alone/Alone.svelte"),
};
