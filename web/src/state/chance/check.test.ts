// @vitest-environment node
import { describe, expect, it } from "vitest";
import { tinyTable } from "../../testing/tiny";
import type { Answered, ChanceMove, Replay, TableView } from "../../wire/types";
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
  const table = tinyTable({ status: "ended", seed, commitment: commitment(SEED), entropies: ENTROPIES, ...(version === 1 ? { commit_reveal: null } : {}) });
  return { table, steps: chances.map((chance) => ({ seat: null, chance, events: [], view: table.game! })), talk: [], started_at: null };
}

/** Run the check as on the page of that table. Any question may be asked. */
const check = (told: Replay, shown: TableView = told.table, isAsked = (_: Question) => true) => checkReplay(told, shown, { isAsked });

describe("checking the chance of a finished game", () => {
  it("finds that all is well, whether devices committed first or, as once, did not", () => {
    expect(check(replay())).toEqual({ count: 3, fault: null });
    const old = replay(undefined, SEED, 1);
    expect(check(old)).toEqual({ count: 3, fault: null });
    expect(check({ ...old, table: replay().table }).fault).not.toBeNull();
  });

  it("names the first answer that does not follow from the seed", () => {
    expect(check(replay((moves) => (moves[0] = { type: "picked", number: 7 }))).fault).toBe(1);
    expect(check(replay((moves) => (moves[1] = { type: "shuffled", cards: CARDS }))).fault).toBe(2);
    expect(check(replay((moves) => (moves[2] = { type: "rolled", faces: [7, 7, 7] }))).fault).toBe(3);
  });

  it("does not take another seed, or none", () => {
    expect(check(replay(undefined, "00".repeat(32))).fault).toBe("seed");
    expect(check(replay(undefined, null)).fault).toBe("seed");
  });

  it("does not take a replay of another seed, other entropies, another version or another game than the page shows", () => {
    const told = replay();
    const { table } = told;
    const seed = "07".repeat(32);
    const changes: Partial<TableView>[] = [
      { seed, commitment: commitment(seed) },
      { entropies: [ENTROPIES[0]!, "b0".repeat(32)] },
      { commit_reveal: null },
      { commit_reveal: { ...table.commit_reveal!, voided: [[1]] } },
      { outcome: { termination: "counted", winners: [1] } },
      { settings: { ...table.settings, options: { ...table.settings.options, players: 3 } } },
      { game: { ...table.game!, options: null as never } },
    ];
    for (const change of changes) expect(check(told, { ...table, ...change })).toEqual({ count: 0, fault: "game" });
    expect(check(told, structuredClone(table)).fault).toBeNull();
    expect(check({ ...told, steps: told.steps.slice(0, -1).concat({ ...told.steps.at(-1)!, view: {} as never }) }).fault).toBe("game");
  });

  it("does not take an answer to a question that the rules do not ask", () => {
    const told = replay();
    expect(check(told, told.table, ({ type }) => type !== "shuffle").fault).toBe(2);
  });
});
