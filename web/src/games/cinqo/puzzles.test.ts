import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startLanguage } from "../../i18n/index.svelte";
import { GLANCE, Solving } from "../../state/study/puzzles.svelte";
import { clockText } from "../../ui/puzzles/words";
import type { Move, Puzzle, PuzzleAnswered, PuzzleRun, PuzzleStanding, View } from "../../wire/types";

const VIEW: View = {
  game: "cinqo",
  options: { game: "cinqo", players: 1, goal: "hundred", rounds: 5, first: 0 },
  viewer: 0,
  to_move: 0,
  turn_of: 0,
  round: 1,
  bonus: false,
  roll: 1,
  tray: [6, 6, 3, 2, 1],
  rack: [],
  bank: [],
  hilo: 3,
  boxed: false,
  number: 1,
  points: 3,
  best: 30,
  scores: [0],
  history: [],
  outcome: null,
};
const MOVE = { type: "put", rack: [6], bank: [], from_bank: [], box: false } as unknown as Move;

/** An environment whose clock stands still until a test advances it. */
class StillEnvironment {
  at = 0;
  readonly waiting: { until: number; action: () => void }[] = [];
  readonly asked: string[] = [];
  answers: unknown[] = [];
  readonly later = (milliseconds: number, action: () => void) => {
    const entry = { until: this.at + milliseconds, action };
    this.waiting.push(entry);
    return () => void this.waiting.splice(this.waiting.indexOf(entry) >>> 0, 1);
  };
  readonly now = () => this.at;

  pass(milliseconds: number): void {
    const end = this.at + milliseconds;
    for (;;) {
      const due = this.waiting.filter(({ until }) => until <= end).sort((one, other) => one.until - other.until)[0];
      if (!due) break;
      this.waiting.splice(this.waiting.indexOf(due), 1);
      this.at = due.until;
      due.action();
    }
    this.at = end;
  }
}

const mine = (more: Partial<PuzzleStanding> = {}): PuzzleStanding => ({ game: "cinqo", points: 1500, margin: 800, tries: 0, found: 0, streak: 0, best_streak: 0, best_run: 0, ...more });
const puzzle = (id: string, run: PuzzleRun | null = null, standing = mine()): Puzzle => ({
  study: { id, game: "cinqo", players: 1, viewer: 0, view: VIEW, ask: "puzzle.win", theme: "keep", rating: 1500 } as Puzzle["study"],
  points: 1500,
  is_new: true,
  mine: standing,
  run,
});
const answered = (right: boolean, more: Partial<PuzzleAnswered> = {}): PuzzleAnswered => ({
  judgement: { id: "a", right, say: null, why: [], frames: [], solution: null, lacks: [] },
  counts: true,
  change: right ? 12 : -9,
  mine: mine({ streak: right ? 1 : 0 }),
  run: null,
  next: null,
  ...more,
});

let environment: StillEnvironment;

beforeEach(async () => {
  await startLanguage();
  environment = new StillEnvironment();
  vi.stubGlobal("fetch", (path: string) => {
    environment.asked.push(path);
    const answer = environment.answers.shift();
    return Promise.resolve(answer instanceof Response ? answer : new Response(JSON.stringify(answer)));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Wait until all pending requests are answered. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  await new Promise((done) => setTimeout(done));
};

async function solving(isRun: boolean, first: Puzzle, theme: string | null = null): Promise<Solving> {
  const found = new Solving("cinqo", theme, isRun, environment);
  environment.answers.push(first);
  await found.next();
  await settle();
  return found;
}

describe("one puzzle after another", () => {
  it("asks for one that fits, of a theme or of any", async () => {
    const some = await solving(false, puzzle("a"), "box");
    expect(environment.asked).toEqual(["/api/puzzles/next?game=cinqo&theme=box"]);
    expect(some.study?.opened?.id).toBe("a");
    await solving(false, puzzle("b"));
    expect(environment.asked[1]).toBe("/api/puzzles/next?game=cinqo");
  });

  it("keeps what came of the first answer, whatever is answered after it", async () => {
    const some = await solving(false, puzzle("a"));
    environment.answers.push(answered(false), answered(true, { counts: false, change: 0 }));
    some.study!.move(MOVE);
    await settle();
    expect(environment.asked[1]).toBe("/api/puzzles/cinqo/a/answer");
    expect([some.study!.judged?.right, some.answered?.change, some.mine?.streak]).toEqual([false, -9, 0]);
    some.study!.again();
    some.study!.move(MOVE);
    await settle();
    expect([some.study!.judged?.right, some.answered?.change]).toEqual([true, -9]);
  });

  it("is told the answer by the server alone", async () => {
    const some = await solving(false, puzzle("a"));
    environment.answers.push(answered(true));
    await some.study!.show();
    expect(environment.asked[1]).toBe("/api/puzzles/cinqo/a/solution");
    expect(some.study!.judged?.right).toBe(true);
  });

  it("asks why the answer is better than my own", async () => {
    const some = await solving(false, puzzle("a"));
    environment.answers.push(answered(false), answered(true));
    const sent = vi.spyOn(globalThis, "fetch");
    some.study!.move(MOVE);
    await settle();
    await some.study!.show();
    expect(sent.mock.calls.at(-1)![1]?.body).toBe(JSON.stringify({ move: MOVE }));
  });

  it("says why there is none", async () => {
    const reason = { kind: "unknown", code: "no-puzzle", sentence: "There is no such puzzle here.", rule: null, params: {} };
    const some = new Solving("cinqo", "none", false, environment);
    environment.answers.push(new Response(JSON.stringify(reason), { status: 404 }));
    await some.next();
    expect(some.refusal?.code).toBe("no-puzzle");
    expect(some.study).toBeNull();
  });
});

describe("five minutes", () => {
  const run = (left: number, found = 0, missed = 0): PuzzleRun => ({ left, found, missed });

  it("goes on to the next puzzle by itself, after a glance at the answer", async () => {
    const some = await solving(true, puzzle("a", run(300_000)));
    expect(environment.asked).toEqual(["/api/puzzles/cinqo/run"]);
    environment.answers.push(answered(true, { run: run(290_000, 1), next: puzzle("b", run(290_000, 1)) }));
    some.study!.move(MOVE);
    await settle();
    expect(environment.asked[1]).toBe("/api/puzzles/cinqo/run/a/answer");
    expect([some.found, some.left, some.study?.puzzle.study.id]).toEqual([1, 290_000, "a"]);
    environment.pass(GLANCE);
    expect(some.study?.puzzle.study.id).toBe("b");
  });

  it("ends by the server's clock, and shows nothing more", async () => {
    const some = await solving(true, puzzle("a", run(1_000), mine({ best_run: 4 })));
    environment.pass(999);
    expect(some.isOver).toBe(false);
    environment.pass(260);
    expect([some.isOver, some.left, some.best]).toEqual([true, 0, 4]);
    expect(environment.waiting).toEqual([]);
  });

  it("begins anew", async () => {
    const some = await solving(true, puzzle("a", run(1_000)));
    environment.pass(1_300);
    environment.answers.push(puzzle("b", run(300_000)));
    await some.next();
    await settle();
    expect([some.isOver, some.left, some.study?.opened?.id]).toEqual([false, 300_000, "b"]);
  });
});

describe("the clock's format", () => {
  it.each([
    [300_000, "5:00"],
    [299_001, "5:00"],
    [61_000, "1:01"],
    [1, "0:01"],
    [0, "0:00"],
  ])("of %d milliseconds", (left, text) => expect(clockText(left)).toBe(text));
});
