/** Where a request is answered: by the server, or on this device (`state/local`, loaded when it is first needed). */

import { isSite } from "./address";

/** A socket, as far as it is used. */
export interface Transport {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((data: string) => void) | null;
  onclose: ((code: number, reason: string) => void) | null;
}

/** What answers on this device. */
interface Here {
  answer(path: string, asked: RequestInit): Promise<Response | null>;
  connect(path: string, transport: Transport): void;
}

/** The code of a socket that is closed without a word. */
const LOST = 1006;

class Place {
  /** There is no server, or it cannot be reached, and this device answers instead. */
  isHere = $state(isSite);
  /** The page at this address needs a server, and was opened without one. */
  isLacking = $state(false);
  /** How much of play on this device is there, from 0 to 1; `null` unless it is being started. */
  starting = $state<number | null>(null);
  /** So many things that a person has asked for are being done. */
  awaited = $state(0);
  /** So many parts of the page say themselves that they wait for play on this device. */
  said = $state(0);
  /** Loads what answers here; the app sets it, which knows it. */
  load: () => Promise<{ readonly local: Here }> = () => Promise.reject(new Error());

  /** Do what a person has asked for; the app says what it waits for. */
  async await<T>(work: Promise<T>): Promise<T> {
    this.awaited += 1;
    try {
      return await work;
    } finally {
      this.awaited -= 1;
    }
  }
}
export const place = new Place();

/** Whether an address is one that only this device knows: of a table that was begun here, or a record dropped here. */
export const isOurs = (path: string): boolean => /(?:^|\/)(?:local|record)-|^\/api\/records$/.test(path);

/** A socket to this device, if it serves this path. */
export function localTransport(path: string): Transport | null {
  if (!place.isHere && !isOurs(path)) return null;
  const transport = { send() {}, close() {} } as unknown as Transport;
  place.load().then(
    ({ local }) => local.connect(path, transport),
    // Its line tries again.
    () => transport.onclose?.(LOST, ""),
  );
  return transport;
}
