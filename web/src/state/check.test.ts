import { describe, expect, it } from "vitest";
import { tinyTable } from "../testing/tiny";
import type { Answered, ChanceMove, Replay } from "../wire/types";
import { checkReplay } from "./check";
import { commitment } from "./commitment";
import { Randomness } from "./randomness";

const SEED = "5e".repeat(32);
const ENTROPIES = ["a1".repeat(32), ""];
type Question = Answered["question"];
const CARDS = [1, 2, 3, 4, 5, 6, 7, 8];

function replay(change: (moves: ChanceMove[]) => void = () => undefined, seed: string | null = SEED, version: 1 | 2 = 2): Replay {
  const randomness = new Randomness(SEED, ENTROPIES, version);
  const moves: ChanceMove[] = [
    { type: "picked", number: randomness.lot(0, 2) },
    { type: "shuffled", cards: randomness.shuffle(1, CARDS) },
    { type: "rolled", faces: randomness.roll(2, [6, 6, 6]) },
  ];
  change(moves);
  const questions: Question[] = [
    { type: "pick", count: 2 },
    { type: "shuffle", cards: CARDS },
    { type: "roll", sides: [6, 6, 6] },
  ];
  const chances: (Answered | null)[] = moves.flatMap((answer, index) => [null, { question: questions[index]!, answer }]);
  const table = tinyTable({ status: "ended", seed, commitment: commitment(SEED), entropies: ENTROPIES, ...(version === 1 ? { mixing: null } : {}) });
  return { table, steps: chances.map((chance) => ({ seat: null, chance, events: [], view: table.game! })), talk: [] };
}

describe("checking the chance of a finished game", () => {
  it("finds that all is well, whether devices committed first or, as once, did not", () => {
    expect(checkReplay(replay())).toEqual({ count: 3, fault: null });
    const old = replay(undefined, SEED, 1);
    expect(checkReplay(old)).toEqual({ count: 3, fault: null });
    expect(checkReplay({ ...old, table: replay().table }).fault).not.toBeNull();
  });

  it("names the first answer that does not follow from the seed", () => {
    expect(checkReplay(replay((moves) => (moves[0] = { type: "picked", number: 7 }))).fault).toBe(1);
    expect(checkReplay(replay((moves) => (moves[1] = { type: "shuffled", cards: CARDS }))).fault).toBe(2);
    expect(checkReplay(replay((moves) => (moves[2] = { type: "rolled", faces: [7, 7, 7] }))).fault).toBe(3);
  });

  it("does not take another seed, or none", () => {
    expect(checkReplay(replay(undefined, "00".repeat(32))).fault).toBe("seed");
    expect(checkReplay(replay(undefined, null)).fault).toBe("seed");
  });
});
