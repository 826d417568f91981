/** Texts of a review in the reader's language. Loaded with the later texts. */

import { numberText } from "../../i18n/figures";
import { type Key, type Personal, actionText, language, t, tOf } from "../../i18n/index.svelte";
import { spelling } from "../../i18n/lists";
import type { Option, Review, TurningPoint, Why } from "../../wire/types";
import { teamName } from "../../words/teams";

type Scale = Review["scale"];

/** Format a number with a true minus sign. */
const figure = (value: number, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(spelling(language()), options).format(value).replace("-", "−");

/** Format a value: a chance in per cent, or a number of rounds. */
export function worthText(worth: number, scale: Scale): string {
  // A value that rounds to zero has no sign.
  if (scale === "chance") return figure(Math.max(0, worth), { style: "percent", maximumFractionDigits: 0 });
  return t("review.rounds", { value: figure(-worth, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });
}

/** Format percentage points. Sums of many changes may exceed the possible range, so they are capped at a hundred. */
function pointsText(change: number): string {
  const points = (value: number) => figure(value, { signDisplay: "exceptZero", maximumFractionDigits: Math.abs(value) < 9.5 ? 1 : 0 });
  return points(100 * Math.max(-1, Math.min(1, change)));
}

/** Format a change of value; saved rounds have a minus. */
export function changeText(change: number, scale: Scale): string {
  const signs = { signDisplay: "exceptZero" } as const;
  if (scale === "chance") return t("review.change", { value: pointsText(change) });
  return t("review.rounds", { value: figure(-change, { ...signs, maximumFractionDigits: 1 }) });
}

/** Format a change of value with the unit that a player says: where no note beside it explains the percentage. */
export const gainText = (change: number, scale: Scale): string => (scale === "chance" ? t("review.toWin", { value: pointsText(change) }) : changeText(change, scale));

/** Format a change with its confidence interval; one value alone has none. The unit appears once. */
export function intervalText({ mean, margin, count = 2 }: { mean: number; margin: number; count?: number }, scale: Scale, unit: "review.change" | "review.toWin" = "review.change"): string {
  if (scale === "chance" && count < 2) return t(unit, { value: pointsText(mean) });
  if (count < 2) return changeText(mean, scale);
  if (scale === "chance") return t(unit, { value: t("review.many.interval", { value: pointsText(mean), margin: pointsText(margin).replace(/^\+/, "") }) });
  const maximumFractionDigits = Math.abs(mean) < 0.95 ? 2 : 1;
  const value = figure(-mean, { signDisplay: "exceptZero", maximumFractionDigits });
  return t("review.rounds", { value: t("review.many.interval", { value, margin: figure(margin, { maximumFractionDigits }) }) });
}

/** Format a change without its unit, for an axis. */
export const tickText = (change: number, scale: Scale) => (scale === "chance" ? pointsText(change) : figure(-change, { signDisplay: "exceptZero", maximumFractionDigits: 1 }));

/** Describe a turning point from the point of view of its seat. `you` is the reader's own seat. */
export function turningText({ turn, seat, source, by_seat }: TurningPoint, scale: Scale, names: readonly string[], you: number | null): string {
  const change = by_seat[seat]!;
  const others = names.length === 2 ? (["review.opponentHelp", "review.opponentHurt"] as const) : (["review.othersHelp", "review.othersHurt"] as const);
  const key = ({ luck: "review.luckOf", error: "review.errorOf", others: others[change > 0 ? 0 : 1] } as const)[source];
  return actionText(key, seat === you, { turn, name: names[seat]!, change: gainText(change, scale) });
}

/** Name the cause of a turning point among a number of players. */
export function sourceText({ source }: TurningPoint, players: number): string {
  if (source === "others") return t(players === 2 ? "review.byOpponent" : "review.byOthers");
  return t(source === "luck" ? "review.byLuck" : "review.byError");
}

/** Format a reason's parameters. Its points, which may have a decimal, choose the plural like a count. */
const written = (params: Why["params"]) => ({
  ...(typeof params["points"] === "number" ? { count: params["points"] } : {}),
  ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, name === "team" ? teamName(Number(value), true) : typeof value === "number" && !Number.isInteger(value) ? numberText(value, 1) : value] as const)),
});

/** Return the reason for a choice in the game's own words: the same as a hint's. */
export function reasonText(game: string, { code, params }: Why): string {
  return t(`${game}.review.reason.${code}` as Key, written(params));
}

/** Return what a wrong answer lacks, in words that do not give the right one away. */
export function lackText(game: string, { code, params }: Why): string {
  return tOf(game, `review.lacks.${code}`, "", written(params));
}

/** Return a reason as a sentence that also says what the worse choice lacks; one that speaks of both choices anyway stays as it is. */
export function comparisonText(game: string, why: Why, isYours: boolean): string {
  const yours = actionText("review.instead", isYours);
  return tOf(game, `review.instead.${why.code}`, "", { ...written(why.params), yours }) || reasonText(game, why);
}

/** Describe a choice's continuation in the game's own words, a sentence each; empty if the game has no texts. */
export function followsText(game: string, { continuation }: Option, names: readonly string[], you: number | null): string[] {
  return continuation.map(({ code, params, chance, seat }) =>
    actionText(`${game}.review.next.${code}` as Personal, seat !== null && seat === you, {
      ...written(params),
      ...(chance === null ? {} : { chance: worthText(chance, "chance") }),
      ...(seat === null ? {} : { name: names[seat]! }),
    }),
  );
}

/** Describe the method by which choices were judged. */
export function howText({ simulations, exact }: Pick<Review, "simulations" | "exact">): string {
  if (simulations) return t("review.measured", { count: simulations, simulations: numberText(simulations) });
  return t(exact ? "review.exact" : "review.estimates");
}
