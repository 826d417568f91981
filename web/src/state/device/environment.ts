/** The outside world of a connection: sockets, a clock and keys. Tests pass their own. */

import { randomHex } from "../chance/entropy";
import { type Transport, localTransport } from "../server/place.svelte";

export type { Transport };

export interface Environment {
  open(): Transport;
  /** Run this later. Return a function that cancels it. */
  later(milliseconds: number, action: () => void): () => void;
  now(): number;
  newKey(): string;
}

/** The browser's own clock. */
export function wait(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
}

/** Return the browser's clock, and a socket of the server at this path. */
export function browserEnvironment(path: string): Environment {
  return {
    open() {
      const here = localTransport(path);
      if (here) return here;
      const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
      const socket = new WebSocket(address);
      const transport: Transport = {
        send: (data) => socket.send(data),
        close: () => socket.close(),
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      socket.onopen = () => transport.onopen?.();
      socket.onmessage = (event) => transport.onmessage?.(String(event.data));
      socket.onclose = (event) => transport.onclose?.(event.code, event.reason);
      return transport;
    },
    later: wait,
    now: () => performance.now(),
    newKey: () => randomHex(16),
  };
}
