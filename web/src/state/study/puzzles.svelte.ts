/** Puzzles one after another, chosen and counted by the server, and timed runs of five minutes by its clock. */

import type { GameName } from "../../games/game";
import type { Judgement, Move, Opened, Puzzle, PuzzleAnswered, PuzzleGames, PuzzleStanding, Reason } from "../../wire/types";
import { type Environment, wait } from "../device/environment";
import { ApiError, ask } from "../server/api";
import { Study } from "./study.svelte";

/** Milliseconds for which a verdict is shown in a run before the next puzzle. */
export const GLANCE = 900;
/** Milliseconds between updates of the time left. */
const TICK = 250;

export const puzzles = {
  games: () => ask<PuzzleGames>("/api/puzzles"),
  next: (game: GameName, theme: string | null) => ask<Puzzle>(`/api/puzzles/next?game=${game}${theme === null ? "" : `&theme=${encodeURIComponent(theme)}`}`),
  startRun: (game: GameName) => ask<Puzzle>(`/api/puzzles/${game}/run`, "POST"),
};

/** A puzzle as this device shows it. */
export class PuzzleStudy extends Study {
  constructor(
    readonly puzzle: Puzzle,
    private readonly isRun: boolean,
    private readonly onanswered: (answered: PuzzleAnswered) => void,
    later: Environment["later"] = wait,
  ) {
    super(`/api/puzzles/${puzzle.study.game}/${puzzle.study.id}`, later);
  }

  protected override fetched(): Promise<Opened> {
    return Promise.resolve(this.puzzle.study);
  }

  protected override answered(move: Move): Promise<Judgement> {
    const { game, id } = this.puzzle.study;
    return this.#judgementOf(ask<PuzzleAnswered>(this.isRun ? `/api/puzzles/${game}/run/${id}/answer` : `${this.path}/answer`, "POST", { move }));
  }

  protected override solved(): Promise<Judgement> {
    // The reasons are those against my own answer.
    return this.#judgementOf(ask<PuzzleAnswered>(`${this.path}/solution`, "POST", this.answer ? { move: this.answer } : undefined));
  }

  async #judgementOf(asked: Promise<PuzzleAnswered>): Promise<Judgement> {
    const answered = await asked;
    this.onanswered(answered);
    return answered.judgement;
  }
}

/** A sequence of puzzles of one game, as the solver sees it. */
export class Solving {
  study = $state.raw<PuzzleStudy | null>(null);
  mine = $state.raw<PuzzleStanding | null>(null);
  /** Result of the first answer to this puzzle. */
  answered = $state.raw<PuzzleAnswered | null>(null);
  refusal = $state.raw<Reason | null>(null);
  /** In a run: milliseconds left, and the score. */
  left = $state(0);
  found = $state(0);
  missed = $state(0);
  isOver = $state(false);
  /** Best score before this run. */
  best = $state(0);
  #ends = 0;
  #cancel: (() => void)[] = [];

  constructor(
    readonly game: GameName,
    readonly theme: string | null,
    readonly isRun: boolean,
    private readonly environment: Pick<Environment, "later" | "now"> = { later: wait, now: () => performance.now() },
  ) {}

  /** Load the next puzzle; in a run the first one starts the clock. */
  async next(): Promise<void> {
    this.refusal = null;
    try {
      const puzzle = await (this.isRun ? puzzles.startRun(this.game) : puzzles.next(this.game, this.theme));
      this.isOver = false;
      this.best = puzzle.mine.best_run;
      this.#ask(puzzle);
      if (this.isRun) this.#tick();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refusal = error.reason;
    }
  }

  stop(): void {
    for (const cancel of this.#cancel) cancel();
    this.#cancel = [];
    this.study?.stop();
  }

  #ask(puzzle: Puzzle): void {
    this.study?.stop();
    this.answered = null;
    this.mine = puzzle.mine;
    this.#count(puzzle.run);
    this.study = new PuzzleStudy(puzzle, this.isRun, (answered) => this.#record(answered), this.environment.later);
    void this.study.open();
  }

  #record(answered: PuzzleAnswered): void {
    // Later answers say nothing new about the puzzle's difficulty.
    this.answered ??= answered;
    this.mine = answered.mine;
    this.#count(answered.run);
    const { next } = answered;
    if (next) this.#later(GLANCE, () => (this.isOver ? undefined : this.#ask(next)));
  }

  #count(run: Puzzle["run"]): void {
    if (!run) return;
    this.#ends = this.environment.now() + run.left;
    this.left = run.left;
    this.found = run.found;
    this.missed = run.missed;
  }

  #tick(): void {
    this.left = Math.max(0, this.#ends - this.environment.now());
    if (this.left > 0) {
      this.#later(TICK, () => this.#tick());
      return;
    }
    this.isOver = true;
    this.stop();
  }

  #later(milliseconds: number, action: () => void): void {
    this.#cancel.push(this.environment.later(milliseconds, action));
  }
}
