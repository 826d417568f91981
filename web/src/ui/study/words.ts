/** Texts of a study's questions and verdicts in the reader's language. */

import type { GameName, HintPart } from "../../games/game";
import { tOf } from "../../i18n/index.svelte";
import type { Study } from "../../state/study/study.svelte";
import type { Judgement, Move, View } from "../../wire/types";
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

/** Tell whether the solution is known and is another choice than the answer: both are shown then. Of two moves that are one choice to a person the solution says all. */
export function hasTwo({ answer, isSolution, solution }: Study, part: HintPart<Move, View>): boolean {
  return isSolution && answer !== null && solution !== null && part.choiceKey(answer) !== part.choiceKey(solution);
}
