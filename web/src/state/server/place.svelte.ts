/** Whether the server or this device answers a request (`state/local`, loaded on first use). */

import { isSite } from "./address";

/** The part of a socket that is used. */
export interface Transport {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((data: string) => void) | null;
  onclose: ((code: number, reason: string) => void) | null;
}

/** The interface of play on this device. */
interface Here {
  respond(path: string, asked: RequestInit): Promise<Response | null>;
  connect(path: string, transport: Transport): void;
}

/** Close code of a socket that is lost without notice. */
const LOST = 1006;

class Place {
  /** True if this device answers, because there is no server or it cannot be reached. */
  isHere = $state(isSite);
  /** True if there is no server or it cannot be reached, whether or not this device answers. */
  isLost = $state(isSite);
  /** True if the page at this address needs a server and was opened without one. */
  isLacking = $state(false);
  /** Progress of loading play on this device, from 0 to 1; `null` unless it is starting. */
  starting = $state<number | null>(null);
  /** True while a person waits for a table or a record that they asked for. */
  isAwaited = $state(false);
  /** Number of parts of the page that show the progress themselves. */
  said = $state(0);
  /** Load the part that answers here; set by the app, which knows it. */
  load: () => Promise<{ readonly local: Here }> = () => Promise.reject(new Error());
}
export const place = new Place();

/** Return whether only this device knows an address: of a local table, or of a record opened here. */
export const isOurs = (path: string): boolean => /(?:^|\/)(?:local|record)-|^\/api\/records$/.test(path);

/** Open a socket to this device; `null` if it does not serve this path. */
export function localTransport(path: string): Transport | null {
  // A server's table stays where it is: a page of it waits for the server.
  if (!isOurs(path) && (!place.isHere || (!isSite && path.startsWith("/api/tables/")))) return null;
  const transport = { send() {}, close() {} } as unknown as Transport;
  place.load().then(
    ({ local }) => local.connect(path, transport),
    // The owner's line reconnects.
    () => transport.onclose?.(LOST, ""),
  );
  return transport;
}
