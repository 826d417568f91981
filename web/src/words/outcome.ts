/** The result of a game in a few words, from the reader's side. */

import { gameOf } from "../games";
import { language, t } from "../i18n/index.svelte";
import { listed } from "../i18n/lists";
import type { TableView } from "../wire/types";
import { ownSeat, seatName } from "./names";
import { teamName } from "./teams";

type Outcome = NonNullable<TableView["outcome"]>;

/** Tell whether a game ended without a result. That is no draw, either. */
export const isBrokenOff = ({ termination }: Outcome) => termination === "truncated" || termination === "abandoned";

/** The winner of a finished game. */
export function outcomeTitle(view: TableView): string {
  const outcome = view.outcome!;
  const { winners } = outcome;
  if (isBrokenOff(outcome)) return t("result.noWinner");
  if (!winners.length) return t("result.draw");
  const you = ownSeat(view);
  const team = gameOf(view.settings.options).team(view.settings.options, winners[0]!);
  const isOneSide = winners.length === 1 || team !== null;
  if (you !== null) return t(!winners.includes(you) ? "result.youLost" : isOneSide ? "result.youWin" : "result.youShare");
  if (team !== null && winners.length > 1) return t("result.win", { names: teamName(team) });
  const names = listed(winners.map((seat) => seatName(view, seat)), language());
  return t(winners.length === 1 ? "result.win" : "result.share", { names });
}
