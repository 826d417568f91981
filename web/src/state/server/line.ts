/**
 * A socket that reconnects after a loss, at first soon and then with longer pauses, and detects silent failures. The
 * owner defines its messages; socket and clock are passed in.
 */

import type { Environment, Transport } from "../device/environment";

export interface LineListener {
  /** Called when the socket opens: send the first frames. */
  opened(): void;
  received(data: string): void;
  /** Called on a loss: `lost` if it will reconnect, `closed` if the server refuses us (its code). */
  connectivity(state: "lost" | "closed", code: number): void;
}

/** Milliseconds between pings, and of silence until the connection counts as lost. */
export interface Patience {
  readonly ping: number;
  readonly silence: number;
}
export const PATIENT: Patience = { ping: 10_000, silence: 20_000 };
/** While a player here is to move, a silent failure is noticed within eight seconds. */
export const ATTENTIVE: Patience = { ping: 2_500, silence: 5_000 };
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** Close codes of the server that make reconnecting useless. */
const FINAL = new Set([4401, 4403, 4404, 4500]);

export class Line {
  #patience = PATIENT;
  #transport: Transport | null = null;
  #open = false;
  #ended = false;
  #wait = FIRST_WAIT;
  #lastHeardAt = 0;
  #cancel: (() => void) | null = null;
  #cancelBeat: (() => void) | null = null;

  constructor(
    private readonly environment: Environment,
    private readonly listener: LineListener,
  ) {}

  start(): void {
    if (this.#ended || this.#transport) return;
    this.#cancel?.();
    const transport = this.environment.open();
    this.#transport = transport;
    this.#lastHeardAt = this.environment.now();
    transport.onopen = () => {
      if (this.#transport !== transport) return;
      this.#open = true;
      this.#lastHeardAt = this.environment.now();
      this.listener.opened();
    };
    transport.onmessage = (data) => {
      if (this.#transport !== transport) return;
      this.#lastHeardAt = this.environment.now();
      this.listener.received(data);
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

  /** Reconnect at once (the device is online again, the page is shown again). */
  hurry(): void {
    if (this.#ended) return;
    this.#wait = FIRST_WAIT;
    if (!this.#transport) this.start();
    else this.send({ type: "ping", n: 0 });
  }

  /** Set whether a move is awaited from here, so that a loss must be noticed soon. */
  set isAttentive(isAttentive: boolean) {
    const patience = isAttentive ? ATTENTIVE : PATIENT;
    if (patience === this.#patience) return;
    this.#patience = patience;
    if (this.#transport) this.#beat();
  }

  /** Record that the connection works: the next reconnect comes soon. */
  works(): void {
    this.#wait = FIRST_WAIT;
  }

  /** Send a frame if the socket is open; otherwise drop it, and `opened` follows. */
  send(frame: object): void {
    if (this.#open) this.#transport?.send(JSON.stringify(frame));
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
      // A slow connection may take its time to open.
      const { silence } = this.#open ? this.#patience : PATIENT;
      if (this.environment.now() - this.#lastHeardAt >= silence) {
        this.#transport = null; // its own close event may be late or missing
        transport.close();
        this.#lost(0);
        return;
      }
      this.send({ type: "ping", n: 0 });
      this.#beat();
    });
  }
}
