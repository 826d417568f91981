/**
 * Addresses of the app. At a server every page has a path of its own. A static site has one page in its folder, and
 * its addresses are queries (`?/t/abc/replay&ply=3#top`), so every host can serve them, also when they are reloaded.
 */

import { meta } from "./site";

/** These pages come from a static site: no server answers, only this device. */
export const isSite = meta("quincunx-site") !== null;

/** The folder of the app's files, as a path. */
export const root = isSite ? new URL(".", location.href).pathname : "/";

interface Parts {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

const isFile = (path: string): boolean => /\.\w+$|\/docs(?:\/|$)/.test(path);

/** The address, on a static site in this folder, of a page or file of the app. */
export function toSite(folder: string, address: string): string {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/.exec(address)!;
  if (isFile(path)) return folder + address.slice(1);
  if (path === "/") return folder + (query && `?/&${query}`) + hash;
  return `${folder}?${path}${query && `&${query}`}${hash}`;
}

/** The app's own address for one on a static site in this folder; `null` for a file's. */
export function fromSite(folder: string, { pathname, search, hash }: Parts): Parts | null {
  if (pathname !== folder && pathname !== `${folder}index.html`) return isFile(pathname) ? null : { pathname, search, hash };
  const [, path = "/", query = ""] = /^\?(\/[^&]*)&?(.*)$/.exec(search) ?? [];
  return { pathname: path, search: query && `?${query}`, hash };
}

/** The address of a page or file of the app, as the browser needs it. */
export const shown = (address: string): string => (isSite ? toSite(root, address) : address);

/** The app's own address for one of the browser's; `null` for a file of a static site. */
export const inApp = (at: Parts): Parts | null => (isSite ? fromSite(root, at) : at);
