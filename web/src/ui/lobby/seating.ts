/** A table in a line: number of players, variant, pace, and whether it is rated. */

import { gameOf } from "../../games";
import { t } from "../../i18n/index.svelte";
import type { TableSettings } from "../../wire/types";
import { paceText } from "../../words/pace";

export function seatingText({ options, pace, rated }: Pick<TableSettings, "options" | "pace" | "rated">, players: number): string {
  const game = gameOf(options);
  const teams = new Set(Array.from({ length: players }, (_, seat) => game.team(options, seat))).size;
  const seating = teams > 1 && teams < players ? t("new.inTeams", { players, teams }) : t("new.people", { count: players });
  return [seating, game.variant(options), pace && paceText(pace), rated && t("rated.rated")].filter(Boolean).join(" · ");
}
