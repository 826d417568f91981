/**
 * One table's connection to the server, as docs/protocol.md describes it. It mends itself: it comes back
 * after a loss, asks for what it missed, and sends again, with the same keys, the commands that were
 * not answered. It knows no page; socket and clock are handed in.
 */

import type { Ack, ClientFrame, Command, Presence, Refused, ServerFrame, Update } from "../wire/types";
import type { Environment, Transport } from "./environment";

export interface Listener {
  updated(update: Update): void;
  refused(refused: Refused): void;
  acknowledged(ack: Ack): void;
  present(presence: Presence): void;
  /** `lost` when it is coming back by itself; `closed` when the server will not have us (its code). */
  connectivity(state: "open" | "lost" | "closed", code: number): void;
}

/** How often to ask whether the other end is there, and after how long a silence it is not. */
export interface Patience {
  readonly ping: number;
  readonly silence: number;
}
export const PATIENT: Patience = { ping: 10_000, silence: 20_000 };
/** While it is the turn of somebody here, a line that is silently dead is noticed within eight seconds. */
export const ATTENTIVE: Patience = { ping: 2_500, silence: 5_000 };
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** How long after “nothing could be stored just now” the same command is sent again. */
export const ASK_AGAIN = 1_500;
/** Codes with which the server says that trying again is no use. */
const FINAL = new Set([4401, 4403, 4404, 4500]);

export class Connection {
  /** The last version that arrived. */
  seen: number | null = null;
  pointOfView: number | null = null;
  #patience = PATIENT;
  readonly #unanswered = new Map<string, { version: number; command: Command }>();
  #transport: Transport | null = null;
  #open = false;
  #ended = false;
  #wait = FIRST_WAIT;
  #heard = 0;
  #cancel: (() => void) | null = null;
  #cancelBeat: (() => void) | null = null;

  constructor(
    private readonly environment: Environment,
    private readonly listener: Listener,
  ) {}

  start(): void {
    if (this.#ended || this.#transport) return;
    this.#cancel?.();
    const transport = this.environment.open();
    this.#transport = transport;
    this.#heard = this.environment.now();
    transport.onopen = () => {
      if (this.#transport !== transport) return;
      this.#open = true;
      this.#heard = this.environment.now();
      this.#send({ type: "hello", seen: this.seen, point_of_view: this.pointOfView });
      // Whatever was not answered is asked again: the same key has one effect.
      for (const [key, asked] of this.#unanswered) this.#send({ type: "command", key, ...asked });
    };
    transport.onmessage = (data) => {
      if (this.#transport === transport) this.#receive(data);
    };
    transport.onclose = (code) => {
      if (this.#transport === transport) this.#lost(code);
    };
    this.#beat();
  }

  stop(): void {
    this.#ended = true;
    this.#cancel?.();
    this.#cancelBeat?.();
    const transport = this.#transport;
    this.#transport = null;
    transport?.close();
  }

  /** Come back at once instead of waiting (the device is online again, the page is shown again). */
  hurry(): void {
    if (this.#ended) return;
    this.#wait = FIRST_WAIT;
    if (!this.#transport) this.start();
    else if (this.#open) this.#send({ type: "ping", n: 0 });
  }

  /** Whether a move is awaited from here, so that a loss must be noticed soon. */
  set isAttentive(isAttentive: boolean) {
    const patience = isAttentive ? ATTENTIVE : PATIENT;
    if (patience === this.#patience) return;
    this.#patience = patience;
    if (this.#transport) this.#beat();
  }

  /** Ask for something; the answer comes to the listener under the key that is returned. */
  request(command: Command, version: number): string {
    const key = this.environment.newKey();
    this.#unanswered.set(key, { version, command });
    this.#send({ type: "command", key, version, command });
    return key;
  }

  /** Uncover the hand of a seat of mine, or cover all of them (`null`). */
  look(seat: number | null): void {
    this.pointOfView = seat;
    this.#send({ type: "look", point_of_view: seat });
  }

  #send(frame: ClientFrame): void {
    if (this.#open) this.#transport?.send(JSON.stringify(frame));
  }

  #receive(data: string): void {
    this.#heard = this.environment.now();
    const frame = JSON.parse(data) as ServerFrame;
    switch (frame.type) {
      case "update":
        this.#wait = FIRST_WAIT;
        this.listener.connectivity("open", 0);
        this.#update(frame);
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

  /** This was no answer: nothing could be stored just now. The same key asks again. */
  #askAgain(key: string): void {
    this.environment.later(ASK_AGAIN, () => {
      const asked = this.#unanswered.get(key);
      if (asked) this.#send({ type: "command", key, ...asked });
    });
  }

  #update(update: Update): void {
    if (this.seen !== null && update.version < this.seen) return;
    // A gap: something between was lost. The server knows what to do when it is told.
    if (update.since !== null && this.seen !== null && update.since > this.seen) {
      this.#send({ type: "hello", seen: this.seen, point_of_view: this.pointOfView });
      return;
    }
    // Part of the events may be known already after a second hello; then only the view is news.
    const known = this.seen !== null && update.since !== null && update.since < this.seen;
    this.seen = update.version;
    this.listener.updated(known ? { ...update, events: [] } : update);
  }

  #lost(code: number): void {
    this.#transport = null;
    this.#open = false;
    this.#cancelBeat?.();
    if (this.#ended) return;
    if (FINAL.has(code)) {
      this.#ended = true;
      this.listener.connectivity("closed", code);
      return;
    }
    this.listener.connectivity("lost", code);
    this.#cancel = this.environment.later(this.#wait, () => this.start());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #beat(): void {
    this.#cancelBeat?.();
    this.#cancelBeat = this.environment.later(this.#patience.ping, () => {
      const transport = this.#transport;
      if (!transport) return;
      // A slow line may take its time to open.
      const { silence } = this.#open ? this.#patience : PATIENT;
      if (this.environment.now() - this.#heard >= silence) {
        this.#transport = null; // its own close may come late or never
        transport.close();
        this.#lost(0);
        return;
      }
      this.#send({ type: "ping", n: 0 });
      this.#beat();
    });
  }
}
