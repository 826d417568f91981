/** What games call their own things on a person's page. */

import { numberText } from "../../i18n/figures";
import { t, tOf } from "../../i18n/index.svelte";
import type { Statistics } from "../../wire/types";

/** The kind of seating: “two teams”; whoever plays alone has none. */
export function kindName(game: string, kind: string | null): string {
  return kind === null ? t("new.solitaire") : tOf(game, `person.kind.${kind}`, kind);
}

export function gameName(game: string): string {
  return tOf(game, "name", game);
}

export interface Range {
  readonly least: number;
  readonly most: number;
  readonly total: number;
  readonly mean: number;
}

/** What a fact came to in all games; `null` if it was never counted. */
export function rangeOf(values: readonly (readonly number[])[] | undefined): Range | null {
  if (!values?.length) return null;
  const games = values.reduce((sum, [, count]) => sum + count!, 0);
  const total = values.reduce((sum, [value, count]) => sum + value! * count!, 0);
  const known = values.map(([value]) => value!);
  return { least: Math.min(...known), most: Math.max(...known), total, mean: total / games };
}

/** The facts about which the game has something to say, in its words. */
export function factsOf({ game, facts }: Pick<Statistics, "game" | "facts">): string[] {
  return Object.entries(facts).flatMap(([name, values]) => {
    const range = rangeOf(values);
    if (!range?.most) return [];
    const { least, most, total, mean } = range;
    const words = tOf(game, `person.fact.${name}`, "", { count: most, least: numberText(least), most: numberText(most), total: numberText(total), mean: numberText(mean, 1) });
    return words ? [words] : [];
  });
}
