/**
 * One table's line to the server, as docs/protocol.md describes it. It mends itself: it comes back
 * after a loss, asks for what it missed, and sends again, with the same keys, the orders that were
 * not answered. It knows no page; socket and clock are handed in.
 */

import type { Ack, ClientFrame, Command, Presence, Refused, ServerFrame, Update } from "../wire/types";

export interface Line {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((data: string) => void) | null;
  onclose: ((code: number, reason: string) => void) | null;
}

export interface World {
  open(): Line;
  later(milliseconds: number, action: () => void): () => void;
  now(): number;
  newKey(): string;
}

export interface Listener {
  updated(update: Update): void;
  refused(refused: Refused): void;
  acknowledged(ack: Ack): void;
  present(presence: Presence): void;
  /** `lost` after a moment without a line; `refused` when the server will not have us (its code). */
  line(state: "open" | "lost" | "closed", code: number): void;
}

export const PING_EVERY = 10_000;
export const SILENCE = 20_000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** How long after “nothing could be stored just now” the same order is sent again. */
export const ASK_AGAIN = 1_500;
/** Codes with which the server says that trying again is no use. */
const FINAL = new Set([4401, 4403, 4404]);

export class Connection {
  /** The last version that arrived. */
  seen: number | null = null;
  looking: number | null = null;
  readonly #waiting = new Map<string, { version: number; command: Command }>();
  #line: Line | null = null;
  #open = false;
  #ended = false;
  #wait = FIRST_WAIT;
  #heard = 0;
  #cancel: (() => void) | null = null;
  #cancelBeat: (() => void) | null = null;

  constructor(
    private readonly world: World,
    private readonly listener: Listener,
  ) {}

  start(): void {
    if (this.#ended || this.#line) return;
    this.#cancel?.();
    const line = this.world.open();
    this.#line = line;
    this.#heard = this.world.now();
    line.onopen = () => {
      if (this.#line !== line) return;
      this.#open = true;
      this.#heard = this.world.now();
      this.#send({ type: "hello", seen: this.seen, looking: this.looking });
      // Whatever was not answered is asked again: the same key has one effect.
      for (const [key, order] of this.#waiting) this.#send({ type: "order", key, ...order });
    };
    line.onmessage = (data) => {
      if (this.#line === line) this.#receive(data);
    };
    line.onclose = (code) => {
      if (this.#line === line) this.#lost(code);
    };
    this.#beat();
  }

  stop(): void {
    this.#ended = true;
    this.#cancel?.();
    this.#cancelBeat?.();
    const line = this.#line;
    this.#line = null;
    line?.close();
  }

  /** Come back at once instead of waiting (the device is online again, the page is shown again). */
  hurry(): void {
    if (this.#ended) return;
    this.#wait = FIRST_WAIT;
    if (!this.#line) this.start();
    else if (this.#open) this.#send({ type: "ping", n: 0 });
  }

  /** Ask for something; the answer comes to the listener under the key that is returned. */
  order(command: Command, version: number): string {
    const key = this.world.newKey();
    this.#waiting.set(key, { version, command });
    this.#send({ type: "order", key, version, command });
    return key;
  }

  look(looking: number | null): void {
    this.looking = looking;
    this.#send({ type: "look", looking });
  }

  #send(frame: ClientFrame): void {
    if (this.#open) this.#line?.send(JSON.stringify(frame));
  }

  #receive(data: string): void {
    this.#heard = this.world.now();
    const frame = JSON.parse(data) as ServerFrame;
    switch (frame.type) {
      case "update":
        this.#wait = FIRST_WAIT;
        this.listener.line("open", 0);
        this.#update(frame);
        break;
      case "ack":
        this.#waiting.delete(frame.key);
        this.listener.acknowledged(frame);
        break;
      case "refused":
        if (frame.key !== null && frame.code === "unavailable") this.#askAgain(frame.key);
        else if (frame.key !== null) this.#waiting.delete(frame.key);
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
    this.world.later(ASK_AGAIN, () => {
      const order = this.#waiting.get(key);
      if (order) this.#send({ type: "order", key, ...order });
    });
  }

  #update(update: Update): void {
    if (this.seen !== null && update.version < this.seen) return;
    // A gap: something between was lost. The server knows what to do when it is told.
    if (update.since !== null && this.seen !== null && update.since > this.seen) {
      this.#send({ type: "hello", seen: this.seen, looking: this.looking });
      return;
    }
    // Part of the story may be known already after a second hello; then only the view is news.
    const known = this.seen !== null && update.since !== null && update.since < this.seen;
    this.seen = update.version;
    this.listener.updated(known ? { ...update, story: [] } : update);
  }

  #lost(code: number): void {
    this.#line = null;
    this.#open = false;
    this.#cancelBeat?.();
    if (this.#ended) return;
    if (FINAL.has(code)) {
      this.#ended = true;
      this.listener.line("closed", code);
      return;
    }
    this.listener.line("lost", code);
    this.#cancel = this.world.later(this.#wait, () => this.start());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #beat(): void {
    this.#cancelBeat = this.world.later(PING_EVERY, () => {
      const line = this.#line;
      if (!line) return;
      if (this.world.now() - this.#heard >= SILENCE) {
        this.#line = null; // its own close may come late or never
        line.close();
        this.#lost(0);
        return;
      }
      this.#send({ type: "ping", n: 0 });
      this.#beat();
    });
  }
}

/** The browser's own socket and clock. */
export function browserWorld(table: string): World {
  return {
    open() {
      const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket`;
      const socket = new WebSocket(address);
      const line: Line = {
        send: (data) => socket.send(data),
        close: () => socket.close(),
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      socket.onopen = () => line.onopen?.();
      socket.onmessage = (event) => line.onmessage?.(String(event.data));
      socket.onclose = (event) => line.onclose?.(event.code, event.reason);
      return line;
    },
    later(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
    now: () => performance.now(),
    newKey: randomHex.bind(null, 16),
  };
}

/** Fresh randomness of this device, in hex. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
