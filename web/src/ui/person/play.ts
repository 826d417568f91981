/** Luck and play over many games, in words and as lengths. Pure. */

import { dateText } from "../../i18n/figures";
import { t } from "../../i18n/index.svelte";
import type { CurvePoint, GamePlay, Loss } from "../../wire/types";
import { changeText, intervalText } from "../review/words";

type Scale = GamePlay["scale"];

/** Chances as per cent; rounds as they are saved: more is better in both. */
export const unit = (scale: Scale) => (scale === "chance" ? 100 : 1);

/** The luck of all games up to each: how it settles. */
export const luckCurve = ({ points, scale }: GamePlay): CurvePoint[] =>
  points.map(({ at, mean, margin }) => ({ at, points: unit(scale) * mean, margin: unit(scale) * margin }));

/** What one game on the way was, and what all up to it were. */
export function pointText({ points, scale }: GamePlay, index: number): string {
  const { at, luck, mean, margin } = points[index]!;
  const soFar = index ? intervalText({ mean, margin }, scale) : changeText(mean, scale);
  return t("review.many.point", { date: dateText(at), luck: changeText(luck, scale), mean: soFar });
}

export interface Bar {
  readonly loss: Loss;
  /** How much of the row the loss takes, and from where to where it is uncertain, from 0 to 1. */
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** What each kind of choice has lost each time, where most was lost in all first. */
export function barsOf(losses: readonly Loss[]): Bar[] {
  const most = Math.max(1e-9, ...losses.map(({ each }) => each.mean + each.margin));
  return losses.map((loss) => {
    const { mean, margin } = loss.each;
    return { loss, share: mean / most, from: Math.max(0, mean - margin) / most, to: (mean + margin) / most };
  });
}
