/**
 * Addresses of the app. At a server every page has its own path. A static site has one page in its folder, and its
 * addresses are queries (`staticSite`, which only such a site loads).
 */

import { meta } from "./site";

export interface Parts {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** True on a static site: this device answers instead of a server. */
export const isSite = meta("quincunx-site") !== null;

/** The folder of the app's files, as a path. */
export const root = isSite ? new URL(".", location.href).pathname : "/";

export const addresses = {
  /** Convert an address of a page or file of the app for the browser. */
  shown: (address: string): string => address,
  /** Convert the browser's address to the app's own; `null` for a file of a static site. */
  inApp: (at: Parts): Parts | null => at,
};
