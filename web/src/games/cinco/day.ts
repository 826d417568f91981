/** Cinco's daily challenge: a game against a bot, with the same cards for all players. */

import { t } from "../../i18n/index.svelte";
import type { DayCount, DayGame, ReplayStep } from "../../wire/types";
import { type DayBin, type DayLineOf, type DayPart, binned, borderText, spread, withMine } from "../day";

/** A win after n turns scores this minus n, a loss n minus this; a draw is 0. */
const HIGHEST = 10_000;
/** Numbers of bars of the wins that fit a phone beside the defeats. */
const WON = { fine: 7, least: 5 };

function result(number: number): string {
  if (number === 0) return t("cinco.day.drawn");
  return number > 0 ? t("cinco.day.won", { count: HIGHEST - number }) : t("cinco.day.lost", { count: HIGHEST + number });
}

/** Return bars of the wins by their turns. All defeats share one bar beside them: their turns are another scale. */
function bins(counts: readonly DayCount[], mine: number | null): DayBin[] {
  const wins = withMine(counts, mine).flatMap(({ number, people }) => (number > 0 ? [{ number: HIGHEST - number, people }] : []));
  const won = spread(wins, WON).map(({ from, to }) => {
    const turns = borderText({ from, to });
    return { from: Math.max(1, HIGHEST - to), to: HIGHEST - from, label: turns, title: t("cinco.day.wonBin", { turns }), group: t("cinco.day.turns") };
  });
  const others = [
    { from: 0, to: 0, label: "=", title: t("cinco.day.drawn") },
    { from: -HIGHEST, to: -1, label: t("cinco.day.losses"), title: t("cinco.day.losses"), isApart: true },
  ];
  return [...binned(won, counts, mine), ...binned(others, counts, mine).filter(({ people, isMine }) => people || isMine)];
}

const account = ({ best }: DayGame): DayLineOf[] => (best === null ? [] : [{ label: t("cinco.day.best"), value: result(best) }]);

/** The first shuffle uses stream 0; each shuffle of the discards uses the next one. */
const streams = (steps: readonly ReplayStep[]) => steps.filter(({ chance }) => chance).map((_, at) => [at]);

export const DAY: DayPart = { line: () => t("cinco.day.line"), result, bins, account, streams };
