/** Cinco's daily challenge: a game against a bot, with the same cards for all players. */

import { t } from "../../i18n/index.svelte";
import type { DayCount, DayGame, ReplayStep } from "../../wire/types";
import { type DayBin, type DayLineOf, type DayPart, binned } from "../day";

/** A win after n turns scores this minus n, a loss n minus this; a draw is 0. */
const HIGHEST = 10_000;
const WON: readonly (readonly [number, number])[] = [[0, 14], [15, 18], [19, 22], [23, 27], [28, 35], [36, Infinity]];
const LOST: readonly (readonly [number, number])[] = [[28, Infinity], [20, 27], [0, 19]];

function result(number: number): string {
  if (number === 0) return t("cinco.day.drawn");
  return number > 0 ? t("cinco.day.won", { count: HIGHEST - number }) : t("cinco.day.lost", { count: HIGHEST + number });
}

const turnsText = (from: number, to: number) => (from === 0 ? `≤${to}` : to === Infinity ? `${from}+` : `${from}–${to}`);

function bins(counts: readonly DayCount[], mine: number | null): DayBin[] {
  const won = WON.map(([from, to]) => {
    const turns = turnsText(from, to);
    return { from: Math.max(1, HIGHEST - to), to: HIGHEST - from, label: turns, title: t("cinco.day.wonBin", { turns }), group: t("cinco.day.wins") };
  });
  const lost = LOST.map(([from, to]) => {
    const turns = turnsText(from, to);
    return { from: from - HIGHEST, to: Math.min(-1, to - HIGHEST), label: turns, title: t("cinco.day.lostBin", { turns }), group: t("cinco.day.losses") };
  });
  return binned([...won, { from: 0, to: 0, label: "=", title: t("cinco.day.drawn"), group: "" }, ...lost], counts, mine);
}

const account = ({ best }: DayGame): DayLineOf[] => (best === null ? [] : [{ label: t("cinco.day.best"), value: result(best) }]);

/** The first shuffle uses stream 0; each shuffle of the discards uses the next one. */
const streams = (steps: readonly ReplayStep[]) => steps.filter(({ chance }) => chance).map((_, at) => [at]);

export const DAY: DayPart = { line: () => t("cinco.day.line"), result, bins, account, streams };
