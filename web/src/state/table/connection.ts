/**
 * One table's connection to the server, as docs/protocol.md describes it. It reconnects after a loss, requests the
 * missed updates, and sends unanswered commands again with the same keys. It knows no page; socket and clock are passed
 * in.
 */

import type { Ack, Changes, ClientFrame, Command, Presence, Refused, ServerFrame, TableView, Update, View } from "../../wire/types";
import type { Environment } from "../device/environment";
import { Line } from "../server/line";

export interface Listener {
  updated(update: Update): void;
  refused(refused: Refused): void;
  acknowledged(ack: Ack): void;
  present(presence: Presence): void;
  /** Called on a change of state: `lost` if it will reconnect, `closed` if the server refuses us (its code). */
  connectivity(state: "open" | "lost" | "closed", code: number): void;
}

/** Milliseconds after the answer “nothing could be stored just now” until the same command is sent again. */
export const ASK_AGAIN = 1_500;

export class Connection {
  /** The last version received. */
  seen: number | null = null;
  pointOfView: number | null = null;
  #table: TableView | null = null;
  readonly #unanswered = new Map<string, { version: number; command: Command }>();
  readonly #line: Line;

  constructor(
    private readonly environment: Environment,
    private readonly listener: Listener,
  ) {
    this.#line = new Line(environment, {
      opened: () => this.#greet(),
      received: (data) => this.#receive(data),
      connectivity: (state, code) => listener.connectivity(state, code),
    });
  }

  start(): void {
    this.#line.start();
  }

  stop(): void {
    this.#line.stop();
  }

  /** Reconnect at once (the device is online again, the page is shown again). */
  hurry(): void {
    this.#line.hurry();
  }

  /** Set whether a move is awaited from here, so that a loss must be noticed soon. */
  set isAttentive(isAttentive: boolean) {
    this.#line.isAttentive = isAttentive;
  }

  #greet(): void {
    this.#send({ type: "hello", seen: this.seen, point_of_view: this.pointOfView });
    // Unanswered commands are sent again: the same key has one effect.
    for (const [key, asked] of this.#unanswered) this.#send({ type: "command", key, ...asked });
  }

  /** Send a command; the listener receives the answer under the returned key. */
  request(command: Command, version: number): string {
    const key = this.environment.newKey();
    this.#unanswered.set(key, { version, command });
    this.#send({ type: "command", key, version, command });
    return key;
  }

  /** Uncover the hand of a seat of mine, or cover all of them (`null`). */
  uncover(seat: number | null): void {
    this.pointOfView = seat;
    this.#send({ type: "look", point_of_view: seat });
  }

  #send(frame: ClientFrame): void {
    this.#line.send(frame);
  }

  #receive(data: string): void {
    const frame = JSON.parse(data) as ServerFrame;
    switch (frame.type) {
      case "update":
        this.#line.works();
        this.listener.connectivity("open", 0);
        this.#update(frame);
        break;
      case "changes":
        this.#line.works();
        this.listener.connectivity("open", 0);
        this.#change(frame);
        break;
      case "ack":
        this.#unanswered.delete(frame.key);
        this.listener.acknowledged(frame);
        break;
      case "refused":
        if (frame.key !== null && frame.reason.code === "unavailable") this.#askAgain(frame.key);
        else if (frame.key !== null) this.#unanswered.delete(frame.key);
        this.listener.refused(frame);
        break;
      case "presence":
        this.listener.present(frame);
        break;
      case "pong":
        break;
    }
  }

  /** Nothing could be stored just now, so this was no final answer. The same key is sent again. */
  #askAgain(key: string): void {
    this.environment.later(ASK_AGAIN, () => {
      const asked = this.#unanswered.get(key);
      if (asked) this.#send({ type: "command", key, ...asked });
    });
  }

  /** Merge changes into the last update: listeners receive an update like any other. */
  #change({ since, version, events, moved_at, clock, game }: Changes): void {
    const table = this.#table;
    if (table?.game && table.version === since) {
      const whole = { ...table.game, ...game } as View;
      this.#update({ type: "update", since, version, events, table: { ...table, version, moved_at, clock, game: whole } });
    } else if (this.seen === null || version > this.seen) {
      this.#send({ type: "hello", seen: this.seen, point_of_view: this.pointOfView });
    }
  }

  #update(update: Update): void {
    if (this.seen !== null && update.version < this.seen) return;
    // An update is missing. The server closes the gap after a hello.
    if (update.since !== null && this.seen !== null && update.since > this.seen) {
      this.#send({ type: "hello", seen: this.seen, point_of_view: this.pointOfView });
      return;
    }
    // After a second hello some events may be known already; then only the view is new.
    const known = this.seen !== null && update.since !== null && update.since < this.seen;
    this.seen = update.version;
    this.#table = update.table;
    this.listener.updated(known ? { ...update, events: [] } : update);
  }
}
