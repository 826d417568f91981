/** A tournament as this device sees it: live updates, a countdown, and my requests. */

import type { TournamentCommand, TournamentRound, TournamentRounds, TournamentSettings, TournamentView, MyTournaments, Reason } from "../../wire/types";
import { errorText } from "../../words/refusals";
import { type Environment, wait } from "../device/environment";
import { type Company, company } from "../lobby/company.svelte";
import { ask } from "../server/api";
import { TournamentChat } from "./talk.svelte";

const path = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`;

export const tournaments = {
  mine: () => ask<MyTournaments>("/api/me/tournaments"),
  make: (settings: TournamentSettings) => ask<TournamentView>("/api/tournaments", "POST", settings),
  command: (id: string, command: TournamentCommand) => ask<TournamentView>(`${path(id)}/commands`, "POST", command),
  rounds: (id: string) => ask<TournamentRounds>(`${path(id)}/rounds`),
};

const SECOND = 1_000;
const CLOCK: Pick<Environment, "now" | "later"> = { now: () => performance.now(), later: wait };
const isCounted = (round: TournamentRound) => round.games.every(({ points }) => points !== null);

export class Tournament {
  view = $state.raw<TournamentView | null>(null);
  /** Reason why the tournament cannot be shown. */
  refusal = $state.raw<Reason | null>(null);
  /** Reason in words why the last command failed. */
  failure = $state("");
  isBusy = $state(false);
  readonly chat: TournamentChat;
  /** The loaded rounds by their number. */
  rounds = $state.raw<ReadonlyMap<number, TournamentRound>>(new Map());
  #areRoundsWanted = false;
  /** Milliseconds by which the server's clock is ahead of this device's monotonic one. */
  #ahead = 0;
  #now = $state(0);
  #cancel: (() => void) | null = null;

  constructor(
    readonly id: string,
    private readonly clock = CLOCK,
    private readonly line: Pick<Company, "followTournament"> = company,
  ) {
    this.chat = new TournamentChat(id);
  }

  /** Follow the tournament. Return a function that stops it. */
  follow(): () => void {
    const leave = this.line.followTournament({ id: this.id, onNews: (news) => (news.type === "tournament" ? this.show(news.tournament) : this.chat.show(news.talk)), onRefusal: (reason) => (this.refusal = reason) });
    this.#tick();
    return () => {
      this.#cancel?.();
      leave();
    };
  }

  /** Take over the server's view, unless it is another tournament's or older than the known one. */
  show(view: TournamentView): void {
    if (view.id !== this.id || (this.view && view.version < this.view.version)) return;
    this.#ahead = view.now - this.clock.now();
    this.#now = view.now;
    this.view = view;
    this.refusal = null;
    if (view.current) this.rounds = new Map(this.rounds).set(view.current.round, view.current);
    if (this.#areRoundsWanted) void this.wantRounds();
  }

  /** Return the milliseconds until a moment by the server's clock; 0 once it has passed. */
  left(moment: number): number {
    return Math.max(0, moment - this.#now);
  }

  /** Load earlier rounds, now and whenever they may have changed. */
  async wantRounds(): Promise<void> {
    this.#areRoundsWanted = true;
    const last = this.view?.round ?? 0;
    const earlier = Array.from({ length: Math.max(0, last - 1) }, (_, at) => this.rounds.get(at + 1));
    if (earlier.every((round) => round && isCounted(round))) return;
    const { rounds } = await tournaments.rounds(this.id).catch(() => ({ rounds: [] }));
    // The live updates include the latest round.
    this.rounds = new Map([...this.rounds, ...rounds.filter(({ round }) => round !== this.view?.round).map((round) => [round.round, round] as const)]);
  }

  /** Send a command. Return whether it succeeded. */
  async command(command: TournamentCommand): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.failure = "";
    try {
      this.show(await tournaments.command(this.id, command));
      return true;
    } catch (error) {
      this.failure = errorText(error, "tournament");
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  #tick(): void {
    this.#cancel = this.clock.later(SECOND, () => {
      this.#now = this.clock.now() + this.#ahead;
      this.#tick();
    });
  }
}
