/** What a review says, in the reader's language. Loaded with the texts that come later. */

import { numberText } from "../../i18n/figures";
import { type Key, language, t } from "../../i18n/index.svelte";
import { spelling } from "../../i18n/lists";
import type { Option, Review, TurningPoint, Why } from "../../wire/types";

type Scale = Review["scale"];

/** A number with a true minus, as everywhere. */
const figure = (value: number, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(spelling(language()), options).format(value).replace("-", "−");

/** A chance in per cent, or so many rounds in all. */
export function worthText(worth: number, scale: Scale): string {
  // What rounds to nothing has no sign.
  if (scale === "chance") return figure(Math.max(0, worth), { style: "percent", maximumFractionDigits: 0 });
  return t("review.rounds", { value: figure(-worth, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });
}

/** Percentage points. Sums of many changes may be greater than a chance can be; nobody can say more than a hundred. */
function pointsText(change: number): string {
  const points = (value: number) => figure(value, { signDisplay: "exceptZero", maximumFractionDigits: Math.abs(value) < 9.5 ? 1 : 0 });
  if (Math.abs(change) <= 1) return points(100 * change);
  return change < 0 ? `≤ ${points(-100)}` : `≥ ${points(100)}`;
}

/** By how much that has changed; rounds that were saved have a minus. */
export function changeText(change: number, scale: Scale): string {
  const signs = { signDisplay: "exceptZero" } as const;
  if (scale === "chance") return t("review.change", { value: pointsText(change) });
  return t("review.rounds", { value: figure(-change, { ...signs, maximumFractionDigits: 1 }) });
}

/** A change with the interval in which the true one most likely is; of one value alone nobody can say that. The unit is said once. */
export function intervalText({ mean, margin, count = 2 }: { mean: number; margin: number; count?: number }, scale: Scale): string {
  if (count < 2) return changeText(mean, scale);
  if (scale === "chance") return t("review.change", { value: t("review.many.interval", { value: pointsText(mean), margin: pointsText(margin).replace(/^\+/, "") }) });
  const maximumFractionDigits = Math.abs(mean) < 0.95 ? 2 : 1;
  const value = figure(-mean, { signDisplay: "exceptZero", maximumFractionDigits });
  return t("review.rounds", { value: t("review.many.interval", { value, margin: figure(margin, { maximumFractionDigits }) }) });
}

/** A change without its unit, for an axis. */
export const tickText = (change: number, scale: Scale) => (scale === "chance" ? pointsText(change) : figure(-change, { signDisplay: "exceptZero", maximumFractionDigits: 1 }));

/** What a turning point was, from the seat that it is seen from. */
export function turningText({ turn, seat, source, by_seat }: TurningPoint, scale: Scale, names: readonly string[]): string {
  const key = ({ luck: "review.luckOf", error: "review.errorOf", others: "review.othersOf" } as const)[source];
  return t(key, { turn, name: names[seat]!, change: changeText(by_seat[seat]!, scale) });
}

const written = (params: Why["params"]) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === "number" && !Number.isInteger(value) ? numberText(value, 1) : value] as const));

/** Why the better choice is better, in the game's own words: the same as a hint has. */
export function reasonText(game: string, { code, params }: Why): string {
  return t(`${game}.review.reason.${code}` as Key, written(params));
}

/** What a choice leads to, in the game's own words, a sentence each; nothing if that is not told. */
export function followsText(game: string, { continuation }: Option, names: readonly string[]): string[] {
  return continuation.map(({ code, params, chance, seat }) =>
    t(`${game}.review.next.${code}` as Key, {
      ...written(params),
      ...(chance === null ? {} : { chance: worthText(chance, "chance") }),
      ...(seat === null ? {} : { name: names[seat]! }),
    }),
  );
}

/** By what choices were judged. */
export function howText({ simulations, exact }: Pick<Review, "simulations" | "exact">): string {
  if (simulations) return t("review.measured", { count: simulations, simulations: numberText(simulations) });
  return t(exact ? "review.exact" : "review.estimates");
}
