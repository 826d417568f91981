/**
 * A position with a question, as this device shows it. The position stays while the server judges an answer by its
 * rules, and after it, with the answer or the solution. The continuation is played on request. Lessons, puzzles and
 * *try again from here* differ in their addresses alone.
 */

import { gameOf } from "../../games";
import type { Playing } from "../../games/playing";
import { t } from "../../i18n/index.svelte";
import type { Judgement, Move, Opened, PublicEvent, Reason, ReviewProgress, SeatView, TableView, View } from "../../wire/types";
import { teamName } from "../../words/teams";
import { type Environment, wait } from "../device/environment";
import { ApiError, ask } from "../server/api";
import { Clocks } from "../table/clock.svelte";

/** Milliseconds for which each step of a continuation is shown. */
export const STEP_SEEN = 1300;

/** Milliseconds after which the server wants a repeated request while it creates the game's review. */
export const ASK_AGAIN = 1000;

export class Study implements Playing {
  opened = $state.raw<Opened | null>(null);
  judged = $state.raw<Judgement | null>(null);
  /** The last answer to this position. It stays when the solution is requested, which is shown beside it. */
  answer = $state.raw<Move | null>(null);
  /** True if the judgement is that of the requested solution. */
  isSolution = $state(false);
  /** Whether the board shows the solution or the answer. */
  shown = $state<"answer" | "solution">("answer");
  /** True once playback of the continuation has started. */
  isPlayed = $state(false);
  /** Reason why there is no position, or no answer. */
  refusal = $state.raw<Reason | null>(null);
  server = $state.raw<TableView | null>(null);
  news = $state.raw<{ n: number; events: readonly PublicEvent[] }>({ n: 0, events: [] });
  history = $state.raw<readonly PublicEvent[]>([]);
  /** Number of times the position was set up: components that show it start over at each change. */
  attempt = $state(0);
  /** True while the server computes the review first. */
  isMeasuring = $state(false);
  #isAsking = $state(false);
  #cancel: (() => void) | null = null;
  readonly presence = null;
  readonly isTrial = true;
  readonly clocks: Clocks;

  constructor(
    /** The server's path of the study, without a trailing slash. */
    readonly path: string,
    private readonly later: Environment["later"] = wait,
  ) {
    this.clocks = new Clocks({ now: () => 0, later });
  }

  // Load the position; puzzles override this with more data.

  protected fetched(): Promise<Opened> {
    return ask<Opened>(this.path);
  }

  protected answered(move: Move): Promise<Judgement> {
    return this.#requestJudgement("answer", { move });
  }

  protected solved(): Promise<Judgement> {
    return this.#requestJudgement("solution");
  }

  get view(): TableView | null {
    return this.server;
  }

  /** The board is frozen while an answer is judged, and after it. */
  get isMoving(): boolean {
    return this.#isAsking || this.judged !== null;
  }

  /** The correct answer, once it is known. */
  get solution(): Move | null {
    return this.judged?.solution ?? null;
  }

  /** The move to show on the board, if it is not there already. */
  get proposed(): Move | null {
    if (this.isPlayed) return null;
    return this.shown === "solution" ? this.solution : this.answer;
  }

  /** The position after the move that the board shows, if that is the one that was judged last. */
  get ahead(): View | null {
    if (this.isPlayed || (this.shown === "solution") !== this.isSolution) return null;
    return this.judged?.frames[0]?.view ?? null;
  }

  get study(): string | null {
    return this.opened?.id ?? null;
  }

  /** The places that the question names, until it is answered right: the comment on a wrong answer names them too. */
  get marks(): readonly number[] {
    return this.judged?.right ? [] : (this.opened?.marks ?? []);
  }

  /** Whether there is a continuation beyond the answer. */
  get hasMore(): boolean {
    return (this.judged?.frames.length ?? 0) > 1;
  }

  get mine(): readonly number[] {
    return this.opened ? [this.opened.viewer] : [];
  }

  async open(): Promise<void> {
    await this.#asking(async () => {
      this.opened = await this.fetched();
      this.again();
    });
  }

  /** Set the position up again. */
  again(): void {
    this.judged = this.refusal = this.answer = null;
    this.isSolution = false;
    this.shown = "answer";
    this.#reset();
  }

  /** Submit an answer. A move that the rules refuse leaves the position as it is. */
  move(move: Move): void {
    if (this.judged || this.#isAsking) return;
    void this.#asking(async () => {
      this.judged = await this.answered(move);
      this.answer = move;
    });
  }

  /** Request the solution, from the original position. */
  async show(): Promise<void> {
    if (this.#isAsking) return;
    await this.#asking(async () => {
      this.judged = await this.solved();
      this.isSolution = true;
      this.shown = "solution";
      this.#reset();
    });
  }

  /** Play the answer and its continuation, step by step. */
  play(): void {
    this.#reset();
    this.isPlayed = true;
    this.#frame(0);
  }

  /** Return from the continuation to the position with the answer on it. */
  rewind(): void {
    this.#reset();
  }

  /** Show one of the two moves on the board, from the original position. */
  compare(which: "answer" | "solution"): void {
    this.shown = which;
    this.#reset();
  }

  #reset(): void {
    this.stop();
    this.isPlayed = false;
    this.news = { n: this.news.n + 1, events: [] };
    this.history = [];
    this.server = this.opened && tableOf(this.opened);
    this.attempt += 1;
  }

  /** Stop playback of the continuation. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Request a judgement until the server can give it. */
  async #requestJudgement(what: "answer" | "solution", body?: unknown): Promise<Judgement> {
    for (;;) {
      const answer = await ask<Judgement | ReviewProgress>(`${this.path}/${what}`, "POST", body);
      if (!("share" in answer)) return answer;
      this.isMeasuring = true;
      await new Promise<void>((done) => this.later(ASK_AGAIN, done));
    }
  }

  async #asking(action: () => Promise<void>): Promise<void> {
    this.#isAsking = true;
    this.refusal = null;
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refusal = error.reason;
    } finally {
      this.isMeasuring = false;
      this.#isAsking = false;
    }
  }

  #frame(at: number): void {
    const frame = this.judged?.frames[at];
    if (!frame || !this.server) return;
    const events = frame.events.map((event) => ({ type: "game", event }) as PublicEvent);
    this.server = { ...this.server, version: this.server.version + 1, moved_at: this.server.moved_at + 1, game: frame.view };
    this.news = { n: this.news.n + 1, events };
    this.history = [...this.history, ...events];
    this.#cancel = this.later(STEP_SEEN, () => this.#frame(at + 1));
  }
}

/** Present a study's position as a table, for components that show tables. */
export function tableOf({ id, players, viewer, view }: Opened): TableView {
  const { options } = view;
  const game = gameOf(view);
  const side = (seat: number) => game.team(options, seat);
  const nameOf = (seat: number) => {
    if (seat === viewer) return t("table.you");
    const team = side(seat);
    if (team === null) return players === 2 ? t("study.opponent") : t("study.player", { n: seat + 1 });
    return team === side(viewer) ? t("study.partner") : teamName(team);
  };
  const seat = (index: number): SeatView => ({ kind: "person", name: nameOf(index), level: null, yours: index === viewer, bot_moves: 0, ran_out: false, handle: null });
  return {
    id,
    version: 1,
    settings: { options, seats: [], one_device: false, listed: false, watchable: true, hints: false, bot_pace: "normal", pace: null, rated: false, club: null },
    status: "playing",
    host: "",
    hosted_by_you: false,
    seats: Array.from({ length: players }, (_, index) => seat(index)),
    point_of_view: viewer,
    moved_at: 1,
    commitment: "",
    seed: null,
    entropies: [],
    commit_reveal: null,
    clock: null,
    game: view,
    outcome: null,
    draw_offers: [],
    resigned: [],
    rematch: null,
    phrases: [],
    talk: [],
    tournament: null,
    of_day: null,
    appointment: null,
    is_unrated: false,
  };
}
