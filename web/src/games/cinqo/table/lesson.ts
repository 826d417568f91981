/** The parts of the table that a step of the lesson does not teach. */

export type Part = "bank" | "box" | "scores" | "card";

const UNTAUGHT: Readonly<Record<string, readonly Part[]>> = {
  turn: ["bank"],
  rack: ["bank", "box", "scores"],
  arrow: ["bank", "box", "scores"],
  box: ["bank", "scores"],
  leave: ["bank", "scores"],
  bank: ["box", "scores", "card"],
  straight: ["box", "scores", "card"],
  five: ["bank"],
};

/** Return the parts to fade at a study's position; all parts of a puzzle count. */
export const untaught = (study: string | null | undefined): readonly Part[] => UNTAUGHT[study ?? ""] ?? [];
