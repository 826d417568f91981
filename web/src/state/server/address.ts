/**
 * Addresses of the app. At a server every page has a path of its own. A static site has one page in its folder, and
 * its addresses are queries (`staticSite`, which only such a site loads).
 */

import { meta } from "./site";

export interface Parts {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** These pages come from a static site: no server answers, only this device. */
export const isSite = meta("quincunx-site") !== null;

/** The folder of the app's files, as a path. */
export const root = isSite ? new URL(".", location.href).pathname : "/";

export const addresses = {
  /** The address of a page or file of the app, as the browser needs it. */
  shown: (address: string): string => address,
  /** The app's own address for one of the browser's; `null` for a file of a static site. */
  inApp: (at: Parts): Parts | null => at,
};
