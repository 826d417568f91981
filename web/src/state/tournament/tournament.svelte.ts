/** A tournament as this device sees it: told live, its time counted down, and what I may ask of it. */

import type { TournamentCommand, TournamentRound, TournamentRounds, TournamentSettings, TournamentView, MyTournaments, Reason } from "../../wire/types";
import { errorText } from "../../words/refusals";
import { type Environment, wait } from "../device/environment";
import { type Company, company } from "../lobby/company.svelte";
import { ask } from "../server/api";

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
  /** Why there is nothing to be seen. */
  refusal = $state.raw<Reason | null>(null);
  /** Why the last command was not carried out, in words. */
  failure = $state("");
  isBusy = $state(false);
  /** All rounds so far by their number, as far as they have been asked for. */
  rounds = $state.raw<ReadonlyMap<number, TournamentRound>>(new Map());
  #areRoundsWanted = false;
  /** How far the server's clock is ahead of this device's steady one. */
  #ahead = 0;
  #now = $state(0);
  #cancel: (() => void) | null = null;

  constructor(
    readonly id: string,
    private readonly clock = CLOCK,
    private readonly line: Pick<Company, "followTournament"> = company,
  ) {}

  /** Be told of it until what comes back is called. */
  follow(): () => void {
    const leave = this.line.followTournament({ id: this.id, told: (view) => this.show(view), refused: (reason) => (this.refusal = reason) });
    this.#tick();
    return () => {
      this.#cancel?.();
      leave();
    };
  }

  /** What the server says of it; something older than what is known says nothing. */
  show(view: TournamentView): void {
    if (this.view && view.version < this.view.version) return;
    this.#ahead = view.now - this.clock.now();
    this.#now = view.now;
    this.view = view;
    this.refusal = null;
    if (view.current) this.rounds = new Map(this.rounds).set(view.current.round, view.current);
    if (this.#areRoundsWanted) void this.wantRounds();
  }

  /** The milliseconds until then, by the server's clock; 0 once it has passed. */
  left(moment: number): number {
    return Math.max(0, moment - this.#now);
  }

  /** Earlier rounds are wanted, now and whenever something may have changed in them. */
  async wantRounds(): Promise<void> {
    this.#areRoundsWanted = true;
    const last = this.view?.round ?? 0;
    const earlier = Array.from({ length: Math.max(0, last - 1) }, (_, at) => this.rounds.get(at + 1));
    if (earlier.every((round) => round && isCounted(round))) return;
    const { rounds } = await tournaments.rounds(this.id).catch(() => ({ rounds: [] }));
    // The latest round is told live.
    this.rounds = new Map([...this.rounds, ...rounds.filter(({ round }) => round !== this.view?.round).map((round) => [round.round, round] as const)]);
  }

  /** Ask something of it; whether it was done. */
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
