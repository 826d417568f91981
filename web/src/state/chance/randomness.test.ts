// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commitment } from "./commitment";
import { Randomness } from "./randomness";

interface Vector {
  version: 1 | 2;
  seed: string;
  entropies: string[];
  commitment: string;
  answers: { index: number; question: Question; answer: Answer }[];
}
type Question = { type: "pick"; count: number } | { type: "roll"; sides: number[] } | { type: "shuffle"; cards: number[] };
type Answer = { type: string; number?: number; faces?: number[]; cards?: number[] };

const { vectors } = JSON.parse(readFileSync("../testdata/chance.json", "utf8")) as { vectors: Vector[] };

describe("checkable chance", () => {
  it.each(vectors.map((vector) => [vector.commitment.slice(0, 8), vector] as const))("%s agrees with the shared vectors", (_, vector) => {
    expect(commitment(vector.seed)).toBe(vector.commitment);
    const randomness = new Randomness(vector.seed, vector.entropies, vector.version);
    for (const { index, question, answer } of vector.answers) {
      if (question.type === "pick") expect(randomness.lot(index, question.count)).toBe(answer.number);
      else if (question.type === "roll") expect(randomness.roll(index, question.sides)).toEqual(answer.faces);
      else expect(randomness.shuffle(index, question.cards)).toEqual(answer.cards);
    }
  });
});
