/** Texts of a study's questions and verdicts in the reader's language. */

import type { GameName, HintPart } from "../../games/game";
import { textsUnder, tOf } from "../../i18n/index.svelte";
import type { Study } from "../../state/study/study.svelte";
import type { Judgement, Move, View, Why } from "../../wire/types";
import { lackText, reasonText } from "../review/words";

/** Return the question in the game's words; puzzles may share a question. */
export function questionOf(game: GameName, ask: string): string {
  return tOf(game, `study.ask.${ask}`, "");
}

/** Return the question of a lesson's step in short, which stays in view beside an answer; `""` for other questions. */
export function briefOf(game: GameName, ask: string): string {
  return tOf(game, `study.brief.${ask}`, "");
}

/** The texts of one step of a lesson. */
export interface StepTexts {
  readonly ask: string;
  readonly brief: string;
  readonly says: readonly { readonly text: string; readonly isRight: boolean }[];
}

/** Return the texts of a lesson's step, with those of every answer to it. */
export function stepTexts(game: GameName, ask: string): StepTexts {
  const says = Object.entries(textsUnder(`${game}.study.say.${ask}.`)).map(([code, text]) => ({ text, isRight: code === "right" }));
  return { ask: questionOf(game, ask), brief: briefOf(game, ask), says };
}

/** Return the label in quotation marks that a question names; `""` for none. */
export const labelIn = (question: string): string => /[“„«「‘]\s*(.+?)\s*[”“»」’]/.exec(question)?.[1] ?? "";

/** Sayings that only repeat that another move was better: they are left out where a reason follows. */
const BARE: readonly (string | null)[] = ["tried.other", "tried.unmeasured"];
/** Reasons that are figures: they come last. */
const FIGURES: readonly string[] = ["wins-less", "takes-longer"];

/** Return the sentences of a verdict: its own, then what the answer lacks and the reasons, then figures. */
export function sayingOf({ say, why, lacks }: Judgement, game: GameName): string[] {
  const own = say === null ? "" : tOf(game, `study.say.${say}`, "");
  const isFigure = ({ code }: Why) => FIGURES.includes(code);
  // A node of an earlier version omits what an answer lacks.
  const reasons = [...(lacks ?? []).map((each) => lackText(game, each)), ...why.filter((each) => !isFigure(each)).map((each) => reasonText(game, each))].filter(Boolean);
  return [BARE.includes(say) && reasons.length ? "" : own, ...reasons, ...why.filter(isFigure).map((each) => reasonText(game, each))].filter(Boolean);
}

/** Room above the board of a phone, in characters; with two choices and a hand on a low one. */
const ROOM = 150;
export const LOW_ROOM = 115;

/** Return the sentences that fit above the board of a phone: the first, and the next ones while there is room. */
export const fittingOf = (sentences: readonly string[], room = ROOM): string[] => sentences.filter((_, at) => at === 0 || sentences.slice(0, at + 1).join("").length <= room);

/** Tell whether the solution is known and is another choice than the answer: both are shown then. Of two moves that are one choice to a person the solution says all. */
export function hasTwo({ answer, isSolution, solution }: Study, part: HintPart<Move, View>): boolean {
  return isSolution && answer !== null && solution !== null && part.choiceKey(answer) !== part.choiceKey(solution);
}

/** End of a sentence before another one. */
const ENDING = /[.!?]["”“»’]?\s+|[。！？]”?(?=.)/gu;

/** Split a lesson's text from its task, which is the last sentence. */
export function splitTask(text: string): [string, string] {
  const at = Math.max(0, ...[...text.matchAll(ENDING)].map((found) => found.index + found[0].length));
  return [text.slice(0, at), text.slice(at)];
}
