/** Cinq-O's daily challenge: solitaire with the same dice for all players. */

import { changeText, numberText } from "../../i18n/figures";
import { t } from "../../i18n/index.svelte";
import type { DayCount, DayGame, ReplayStep } from "../../wire/types";
import { type DayBin, type DayBorder, type DayLineOf, type DayPart, binned, borderText, spread, withMine } from "../day";
import type { PlayEvent } from "./types";

/** Numbers of bars that fit a phone: a number of rounds has less text than a range of them. */
const BARS = { fine: 14, coarse: 7, least: 8 };
const TURN = 64;
const ROLL = 8;
const HILO = 5;
const ALL = [0, 1, 2, 3, 4];

const result = (number: number) => t("cinqo.day.result", { count: number });

function title({ from, to }: DayBorder): string {
  if (to === Infinity) return `≥ ${result(from)}`;
  return from === to ? result(from) : `${from}–${result(to)}`;
}

function bins(counts: readonly DayCount[], mine: number | null): DayBin[] {
  const borders = spread(withMine(counts, mine), BARS);
  return binned(borders.map((each) => ({ ...each, label: borderText(each), title: title(each) })), counts, mine);
}

/** Rounds = the average of perfect play + the day's dice + the player's decisions. */
function account({ average, best, you }: DayGame): DayLineOf[] {
  const lines: DayLineOf[] = [];
  if (best === null) return lines;
  if (average !== null) lines.push({ label: t("cinqo.day.average"), value: numberText(average, 1) }, { label: t("cinqo.day.dice"), value: signed(best - average) });
  lines.push({ label: t("cinqo.day.best"), value: result(best), isSum: true });
  if (you?.number != null) lines.push({ label: t("cinqo.day.own"), value: you.number > best ? `+${result(you.number - best)}` : changeText(0) });
  return lines;
}

const signed = (number: number) => `${number < 0 ? "−" : "+"}${numberText(Math.abs(number), 1)}`;

/** Roll k of die i in turn t uses stream 64 t + 8 k + i. The values tell which dice were put away. */
function streams(steps: readonly ReplayStep[]): number[][] {
  const found: number[][] = [];
  let turn = 1;
  let roll = 0;
  let loose = [...ALL];
  let tray: number[] = [];
  let isBoxed = false;
  for (const { chance, events } of steps) {
    if (chance) {
      roll += 1;
      found.push([...loose, ...(isBoxed ? [] : [HILO])].map((die) => TURN * turn + ROLL * roll + die));
    }
    for (const event of events as readonly PlayEvent[]) {
      if (event.type === "dice_rolled") tray = [...event.dice];
      else if (event.type === "put_away") {
        for (const value of [...event.rack, ...event.bank]) {
          const at = tray.indexOf(value);
          tray.splice(at, 1);
          loose.splice(at, 1);
        }
        isBoxed ||= event.box;
      } else {
        turn += 1;
        roll = 0;
        loose = [...ALL];
        isBoxed = false;
      }
    }
  }
  return found;
}

export const DAY: DayPart = { line: () => t("cinqo.day.line"), result, bins, account, streams, scale: () => t("cinqo.day.rounds") };
