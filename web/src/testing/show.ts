/** Mount a component in its own document, in English. */

import { type Component, flushSync, mount, unmount } from "svelte";
import { afterEach } from "vitest";
import { startLanguage } from "../i18n/index.svelte";

const shown: Record<string, unknown>[] = [];

afterEach(async () => {
  for (const each of shown.splice(0)) await unmount(each);
  document.body.replaceChildren();
});

export async function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): Promise<void> {
  await startLanguage();
  shown.push(mount(component as Component<Record<string, unknown>>, { target: document.body, props }));
  flushSync();
}

/** Return the element with a test id. */
export function get(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
  if (!found) throw new Error(`nothing here is called ${id}`);
  return found;
}

export function click(id: string): void {
  get(id).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  flushSync();
}

/** Return the text of the whole page with single spaces. */
export const text = (element: Element = document.body) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
