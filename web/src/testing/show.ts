/** Mount a component in its own document, in English. */

import { type Component, flushSync, mount, unmount } from "svelte";
import { afterEach, vi } from "vitest";
import { startLanguage } from "../i18n/index.svelte";

const shown: Record<string, unknown>[] = [];

afterEach(async () => {
  for (const each of shown.splice(0)) await unmount(each);
  document.body.replaceChildren();
  if (isResized) {
    vi.unstubAllGlobals();
    window.dispatchEvent(new Event("resize"));
    isResized = false;
  }
});

let isResized = false;
/** Give the window a size, until the test ends. */
export function resize(width: number, height: number): void {
  isResized = true;
  vi.stubGlobal("innerWidth", width);
  vi.stubGlobal("innerHeight", height);
  window.dispatchEvent(new Event("resize"));
}

export async function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): Promise<void> {
  await startLanguage();
  shown.push(mount(component as Component<Record<string, unknown>>, { target: document.body, props }));
  flushSync();
}

/** Wait until the parts that are loaded later are there, however long that takes, and answers have been shown. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await vi.dynamicImportSettled();
    await new Promise((done) => setTimeout(done));
    flushSync();
  }
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
