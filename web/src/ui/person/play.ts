/** Texts and lengths for luck and play over many games. Pure. */

import { dateText } from "../../i18n/figures";
import { t } from "../../i18n/index.svelte";
import type { CurvePoint, GamePlay, Loss } from "../../wire/types";
import { changeText, intervalText } from "../review/words";

type Scale = GamePlay["scale"];

/** Return the unit of a scale: per cent of win chance, or saved rounds. More is better in both. */
export const unit = (scale: Scale) => (scale === "chance" ? 100 : 1);

/** Return the mean luck of all games up to each. */
export const luckCurve = ({ points, scale }: GamePlay): CurvePoint[] =>
  points.map(({ at, mean, margin }) => ({ at, points: unit(scale) * mean, margin: unit(scale) * margin }));

/** Describe one game on the curve, and the mean of all games up to it. */
export function pointText({ points, scale }: GamePlay, index: number): string {
  const { at, luck, mean, margin } = points[index]!;
  const soFar = index ? intervalText({ mean, margin }, scale) : changeText(mean, scale);
  return t("review.many.point", { date: dateText(at), luck: changeText(luck, scale), mean: soFar });
}

export interface Bar {
  readonly loss: Loss;
  /** Loss as a share of the row, and its interval, from 0 to 1. */
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** Return the average loss by kind of choice, sorted by total loss. */
export function barsOf(losses: readonly Loss[]): Bar[] {
  const most = Math.max(1e-9, ...losses.map(({ each }) => each.mean + each.margin));
  return losses.map((loss) => {
    const { mean, margin } = loss.each;
    return { loss, share: mean / most, from: Math.max(0, mean - margin) / most, to: (mean + margin) / most };
  });
}
