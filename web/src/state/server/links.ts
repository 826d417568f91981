/** On a static site links have other addresses than in the app: they are put right as soon as they are on the page, so
 * that each can be copied and opened in another tab. */

import { root, shown } from "./address";

function correct(link: Element): void {
  const address = link.getAttribute("href")!;
  // The app's own addresses never have a query before their path.
  if (address.startsWith(`${root}?/`) || (root !== "/" && address.startsWith(root)) || address.startsWith("/api/")) return;
  const right = shown(address);
  if (right !== address) link.setAttribute("href", right);
}

export function correctLinks(): void {
  const within = (part: Element) => part.querySelectorAll('a[href^="/"]').forEach(correct);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element && target.matches('a[href^="/"]')) correct(target);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches('a[href^="/"]')) correct(node);
        within(node);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["href"] });
  within(document.documentElement);
}
