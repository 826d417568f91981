/** Cinco's daily challenge: a game against a bot, with the same cards for all players. */

import { t } from "../../i18n/index.svelte";
import type { DayCount, DayGame, ReplayStep } from "../../wire/types";
import { type DayBin, type DayLineOf, type DayPart, binned, borderText, spread, withMine } from "../day";

/** A win after n turns scores this minus n, a loss n minus this; a draw is 0. */
const HIGHEST = 10_000;
/** Numbers of bars of both groups together that fit a phone. */
const WON = { fine: 6, least: 3 };
const LOST = { fine: 4, least: 2 };

function result(number: number): string {
  if (number === 0) return t("cinco.day.drawn");
  return number > 0 ? t("cinco.day.won", { count: HIGHEST - number }) : t("cinco.day.lost", { count: HIGHEST + number });
}

function bins(counts: readonly DayCount[], mine: number | null): DayBin[] {
  const all = withMine(counts, mine);
  /** The numbers of turns of the results on one side of a draw. */
  const turnsOf = (isWin: boolean) => all.flatMap(({ number, people }) => ((isWin ? number > 0 : number < 0) ? [{ number: HIGHEST - Math.abs(number), people }] : []));
  const won = spread(turnsOf(true), WON).map(({ from, to }) => {
    const turns = borderText({ from, to });
    return { from: Math.max(1, HIGHEST - to), to: HIGHEST - from, label: turns, title: t("cinco.day.wonBin", { turns }), group: t("cinco.day.wins") };
  });
  const lost = spread(turnsOf(false), LOST).map(({ from, to }) => {
    const turns = borderText({ from, to });
    return { from: from - HIGHEST, to: Math.min(-1, to - HIGHEST), label: turns, title: t("cinco.day.lostBin", { turns }), group: t("cinco.day.losses") };
  });
  // A long defeat is better than a short one.
  return binned([...won, { from: 0, to: 0, label: "=", title: t("cinco.day.drawn"), group: "" }, ...lost.reverse()], counts, mine);
}

const account = ({ best }: DayGame): DayLineOf[] => (best === null ? [] : [{ label: t("cinco.day.best"), value: result(best) }]);

/** The first shuffle uses stream 0; each shuffle of the discards uses the next one. */
const streams = (steps: readonly ReplayStep[]) => steps.filter(({ chance }) => chance).map((_, at) => [at]);

export const DAY: DayPart = { line: () => t("cinco.day.line"), result, bins, account, streams };
