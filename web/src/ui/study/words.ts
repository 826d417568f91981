/** What a study asks and what is said to an answer, in the reader's language. */

import type { GameName } from "../../games/game";
import { language, tOf } from "../../i18n/index.svelte";
import { spelling } from "../../i18n/lists";
import type { Judgement, Why } from "../../wire/types";

/** What is asked, in the game's words; what a puzzle asks may be shared by all games. */
export function questionOf(game: GameName, ask: string): string {
  return tOf(game, `study.ask.${ask}`, "");
}

/** Why one choice is better than another. */
function reasonOf(game: GameName, { code, params }: Why): string {
  const figures = new Intl.NumberFormat(spelling(language()), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const written = Object.entries(params).map(([name, value]) => [name, typeof value === "number" && !Number.isInteger(value) ? figures.format(value) : value]);
  return tOf(game, `review.reason.${code}`, "", Object.fromEntries(written));
}

/** The sentences that are said to an answer: its own, then the reasons. */
export function sayingOf({ say, why }: Judgement, game: GameName): string[] {
  const own = say === null ? "" : tOf(game, `study.say.${say}`, "");
  return [own, ...why.map((each) => reasonOf(game, each))].filter(Boolean);
}
