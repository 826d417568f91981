/**
 * One table as this device sees it: the server's latest view, with my unconfirmed move on top. A refused move leaves
 * the view as it was, and sets the reason.
 */

import { gameOf } from "../../games";
import type { Playing } from "../../games/playing";
import type { Command, Move, Presence, PublicEvent, Reason, Refused, TableView, Update, View } from "../../wire/types";
import { CommitReveal, promise } from "../chance/commitReveal";
import { type Environment, browserEnvironment } from "../device/environment";
import { invitedSeat, isAccepted } from "../lobby/invitations";
import { guest } from "../people/guest.svelte";
import { isUnwanted } from "../server/standing.svelte";
import { Clocks } from "./clock.svelte";
import { Connection } from "./connection";

/** Number of events stored for the log. */
const REMEMBERED = 60;
/** Milliseconds for which a restored connection is announced. */
export const RETURN_TOLD = 2500;

interface Pending {
  key: string;
  seat: number;
  move: Move;
  /** State of the game at the move; any later view already includes the move's effect. */
  movedAt: number;
}

export class Table implements Playing {
  server = $state.raw<TableView | null>(null);
  presence = $state.raw<Presence | null>(null);
  connectivity = $state<"opening" | "open" | "lost" | "closed">("opening");
  closedWith = $state(0);
  /** True for a moment after a lost connection is restored. */
  isBack = $state(false);
  /** Reason why the last command was refused; cleared by the next one. */
  refusal = $state.raw<Reason | null>(null);
  /** The latest events, with a growing number, so that equal events twice are news twice. */
  news = $state.raw<{ n: number; events: readonly PublicEvent[] }>({ n: 0, events: [] });
  /** Recent events, oldest first: those of the first update, and all news since. */
  history = $state.raw<readonly PublicEvent[]>([]);
  #pending = $state.raw<Pending | null>(null);
  #rematch: string | null = null;
  goTo = $state<string | null>(null);
  shownTurn = $state<number | null>(null);
  untold = $state(0);
  #sat = new Set<number>();
  readonly #commitReveal = new CommitReveal();
  /** Keys of automatic commands: their refusals need no message (another window was faster). */
  readonly #ownWork = new Set<string>();
  /** Commit–reveal messages sent, by their command's key. */
  readonly #sent = new Map<string, Command>();
  readonly #connection: Connection;
  readonly #made: TableView | null;
  /** All players' time, where the table has clocks. */
  readonly clocks: Clocks;

  /** The displayed view: the server's, with my unconfirmed move on it. */
  readonly view: TableView | null = $derived.by(() => {
    const table = this.server;
    if (!table?.game || !this.#pending || table.moved_at !== this.#pending.movedAt) return table;
    return { ...table, game: gameOf(table.game).predict(table.game, this.#pending.seat, this.#pending.move) as View };
  });

  /** `made`: the server's view of the table, if this page has just created it. */
  constructor(
    readonly id: string,
    environment: Environment = browserEnvironment(`/api/tables/${id}/socket?changes`),
    made: TableView | null = null,
  ) {
    this.#made = made;
    this.clocks = new Clocks(environment);
    this.#connection = new Connection(environment, {
      updated: (update) => this.#updated(update),
      refused: (refused) => this.#refused(refused),
      acknowledged: (ack) => {
        if (this.refusal?.code === "unavailable") this.refusal = null;
        const sent = this.#sent.get(ack.key);
        if (sent) this.#commitReveal.recordAck(this.id, sent);
        if (ack.key === this.#rematch && ack.table) this.goTo = ack.table;
      },
      present: (presence) => (this.presence = presence),
      connectivity: (state, code) => {
        if (state === "open" && this.connectivity === "lost") {
          this.isBack = true;
          environment.later(RETURN_TOLD, () => (this.isBack = false));
        }
        if (state !== "open") this.#commitReveal.lost();
        this.connectivity = state;
        this.closedWith = code;
        if (state === "closed" && isUnwanted(code)) void guest.check();
      },
    });
  }

  start(): void {
    // Sent as soon as the connection opens: waiting for the server's view first takes a round trip more.
    if (this.#made) this.#takeKeptSeats(this.#made);
    this.#connection.start();
  }

  stop(): void {
    this.clocks.stop();
    this.#connection.stop();
  }

  hurry(): void {
    this.#connection.hurry();
  }

  get game(): View | null {
    return this.view?.game ?? null;
  }

  get isMoving(): boolean {
    return this.#pending !== null;
  }

  /** The seats that I hold. */
  get mine(): readonly number[] {
    return (this.server?.seats ?? []).flatMap((seat, index) => (seat.yours && seat.kind === "person" ? [index] : []));
  }

  /** Send a move for the seat of my view. The board shows it at once. */
  move(move: Move): void {
    const table = this.server;
    const seat = table?.point_of_view;
    if (!table || seat === null || seat === undefined || this.#pending) return;
    this.refusal = null;
    const key = this.#connection.request({ type: "make_move", seat, move }, table.version);
    this.#pending = { key, seat, move, movedAt: table.moved_at };
  }

  /** Send any other command. */
  command(command: Command): void {
    if (this.server) this.#request(command, this.server);
  }

  #request(command: Command, table: TableView): void {
    this.refusal = null;
    const key = this.#connection.request(command, table.version);
    if (command.type === "rematch") this.#rematch = key;
    if (command.type === "sit_down") this.#sent.set(key, command);
  }

  sitDown(seat: number): void {
    if (this.server) this.#sitDown(seat, this.server);
  }

  #sitDown(seat: number, table: TableView): void {
    this.#commitReveal.sat(table.commit_reveal?.round ?? 1, seat);
    this.#request({ type: "sit_down", seat, commitment: promise(table, seat) }, table);
  }

  uncover(seat: number | null): void {
    this.#connection.uncover(seat);
  }

  #updated(update: Update): void {
    this.server = update.table;
    this.clocks.follow(update.table.clock, update.table.settings.pace);
    if (update.since === null) this.history = update.events;
    else if (update.events.length) {
      this.news = { n: this.news.n + 1, events: update.events };
      this.history = [...this.history, ...update.events].slice(-REMEMBERED);
    }
    const turn = update.table.status === "playing" ? (update.table.game?.to_move ?? null) : null;
    this.#connection.isAttentive = turn !== null && this.mine.includes(turn);
    this.#settle();
    this.#takeKeptSeats(update.table);
    for (const command of this.#commitReveal.react(update.table, this.mine)) {
      const key = this.#connection.request(command, update.table.version);
      this.#ownWork.add(key);
      this.#sent.set(key, command);
    }
  }

  /**
   * Take the seats reserved for me, except one that I am only invited to. The server's commitment is on the table by
   * now, so that I may commit.
   */
  #takeKeptSeats(table: TableView): void {
    if (table.status !== "waiting") return;
    const invited = isAccepted(this.id) ? null : invitedSeat(table);
    table.seats.forEach((seat, index) => {
      if (seat.kind === "kept" && seat.yours && index !== invited && !this.#sat.has(index)) {
        this.#sat.add(index);
        this.#sitDown(index, table);
      }
    });
  }

  #settle(): void {
    if (this.#pending && this.server && this.server.moved_at !== this.#pending.movedAt) this.#pending = null;
  }

  #refused({ key, reason }: Refused): void {
    // “Unavailable” is no final answer: the same command is sent again, and the move stays.
    if (this.#pending?.key === key && reason.code !== "unavailable") this.#pending = null;
    if (key === null || !this.#ownWork.has(key)) this.refusal = reason;
  }
}
