/** Where a request is answered: by the server, or on this device (`state/local`, loaded when it is first needed). */

import type { Transport } from "../device/environment";

export const place = {
  /** The server cannot be reached, and this device answers instead. */
  isHere: false,
  load: () => import("../local/local.svelte"),
};

/** Whether an address is one that only this device knows: of a table that was begun here, or a record dropped here. */
export const isOurs = (path: string): boolean => /\/(?:local|record)-/.test(path);

/** A socket to this device, if it serves this path. */
export function localTransport(path: string): Transport | null {
  if (!place.isHere && !isOurs(path)) return null;
  const transport = { send() {}, close() {} } as unknown as Transport;
  void place.load().then(({ local }) => local.connect(path, transport));
  return transport;
}
