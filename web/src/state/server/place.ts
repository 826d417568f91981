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
  /** Give the answer as a file. */
  save(path: string): Promise<void>;
}

/** The code of a socket that is closed without a word. */
const LOST = 1006;

export const place = {
  /** There is no server, or it cannot be reached, and this device answers instead. */
  isHere: isSite,
  /** Loads what answers here; the app sets it, which knows it. */
  load: (): Promise<{ readonly local: Here }> => Promise.reject(new Error()),
};

/** Whether an address is one that only this device knows: of a table that was begun here, or a record dropped here. */
export const isOurs = (path: string): boolean => /(?:^|\/)(?:local|record)-/.test(path);

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
