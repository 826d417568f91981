/** Texts of a study's questions and verdicts in the reader's language. */

import type { GameName } from "../../games/game";
import { tOf } from "../../i18n/index.svelte";
import type { Judgement } from "../../wire/types";
import { reasonText } from "../review/words";

/** Return the question in the game's words; puzzles may share a question. */
export function questionOf(game: GameName, ask: string): string {
  return tOf(game, `study.ask.${ask}`, "");
}

/** Return the sentences of a verdict: its own, then the reasons. */
export function sayingOf({ say, why }: Judgement, game: GameName): string[] {
  const own = say === null ? "" : tOf(game, `study.say.${say}`, "");
  return [own, ...why.map((each) => reasonText(game, each))].filter(Boolean);
}
