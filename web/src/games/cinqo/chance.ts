/**
 * The questions that Cinq-O asks of chance: a roll of the dice that are neither racked nor banked and, unless boxed, of
 * the Hi/Lo die (3.3).
 */

import type { Question } from "../chance";
import type { CinqoOptions, CinqoView } from "./types";

const DICE = 5;
const FACES = 6;

export function isAsked(question: Question, _: CinqoOptions, before: CinqoView | null): boolean {
  const scoring = DICE - (before ? before.rack.length + before.bank.length : 0);
  const count = scoring + (before?.boxed ? 0 : 1);
  return question.type === "roll" && question.sides.length === count && question.sides.every((faces) => faces === FACES);
}
