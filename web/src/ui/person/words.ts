/** A game's own terms on a person's page. */

import { numberText } from "../../i18n/figures";
import { t, tOf } from "../../i18n/index.svelte";
import { rangeOf } from "../../state/people/facts";
import type { Statistics } from "../../wire/types";

/** Name the kind of seating: “two teams”; solo play has none. */
export function kindName(game: string, kind: string | null): string {
  return kind === null ? t("new.solitaire") : tOf(game, `person.kind.${kind}`, kind);
}

/** Name the kind of seating, and whether the other person was a partner. */
export function seatingText({ game, kind, is_together }: Statistics): string {
  return [kindName(game, kind), is_together && t("person.partners")].filter(Boolean).join(" · ");
}

export function gameName(game: string): string {
  return tOf(game, "name", game);
}

/** Return the facts for which the game has a text. */
export function factsOf({ game, facts }: Pick<Statistics, "game" | "facts">): string[] {
  return Object.entries(facts).flatMap(([name, values]) => {
    const range = rangeOf(values);
    if (!range?.most) return [];
    const { least, most, total, mean } = range;
    const words = tOf(game, `person.fact.${name}`, "", { count: most, least: numberText(least), most: numberText(most), total: numberText(total), mean: numberText(mean, 1) });
    return words ? [words] : [];
  });
}

/** Fewest games of a bar: of one, the words say all. */
const FEWEST_OF_BAR = 2;

export const playedOf = ({ won, lost, drew, left }: Statistics) => won + lost + drew + left;

/** True if the games are enough for a bar of their endings. */
export const fillsBar = (statistics: Statistics) => playedOf(statistics) >= FEWEST_OF_BAR;

/** A greater margin tells a reader nothing, other than that the figure is provisional. */
const MOST_MARGIN = 400;

/** Fewest games of a rating's curve: the line between two says no more than their numbers. A text of the card names it. */
export const FEWEST_OF_CURVE = 3;

/** True if a rating is provisional: its margin would say nothing. */
export const isVague = (margin: number) => margin > MOST_MARGIN;

/** How sure a rating is: give or take so many points, or provisional. */
export const marginText = (margin: number) => (isVague(margin) ? t("person.settling") : t("person.giveOrTake", { margin: numberText(margin) }));
