/**
 * Addresses of a static site, which has one page in its folder. Each is a query (`?/t/abc/replay&ply=3#top`): every
 * host can serve them, also on reload. Links on the page are rewritten as soon as they appear, so that each can be
 * copied and opened in another tab.
 */

import { type Parts, addresses, root } from "./address";

const isFile = (path: string): boolean => /\.\w+$|\/docs(?:\/|$)/.test(path);

/** Return the address of a page or file of the app on a static site in this folder. */
export function toSite(folder: string, address: string): string {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/.exec(address)!;
  if (isFile(path)) return folder + address.slice(1);
  if (path === "/") return folder + (query && `?/&${query}`) + hash;
  return `${folder}?${path}${query && `&${query}`}${hash}`;
}

/** Return the app's own address for one on a static site in this folder; `null` for a file's. */
export function fromSite(folder: string, { pathname, search, hash }: Parts): Parts | null {
  if (pathname !== folder && pathname !== `${folder}index.html`) return isFile(pathname) ? null : { pathname, search, hash };
  const [, path = "/", query = ""] = /^\?(\/[^&]*)&?(.*)$/.exec(search) ?? [];
  return { pathname: path, search: query && `?${query}`, hash };
}

const LINKS = 'a[href^="/"]';

function correct(link: Element): void {
  const address = link.getAttribute("href")!;
  // The app's own addresses never have a query before their path.
  if (address.startsWith(`${root}?/`) || (root !== "/" && address.startsWith(root)) || address.startsWith("/api/")) return;
  const right = addresses.shown(address);
  if (right !== address) link.setAttribute("href", right);
}

/** Use the addresses of a static site from now on. */
export function start(): void {
  addresses.shown = (address) => toSite(root, address);
  addresses.inApp = (at) => fromSite(root, at);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) {
        if (!(node instanceof Element)) continue;
        if (node.matches(LINKS)) correct(node);
        if (node !== target) node.querySelectorAll(LINKS).forEach(correct);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["href"] });
}
