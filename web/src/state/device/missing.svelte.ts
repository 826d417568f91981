/**
 * A file of the app that cannot be loaded: the server has got a newer client since this page was opened, or cannot
 * be reached. As soon as it answers, the page is opened anew.
 */

import { root } from "../server/address";
import { wait } from "./environment";
import { keep, kept } from "./preferences.svelte";

const EVERY_MS = 1_000;
/** A file that stays missing must not open the page again and again. */
const ONCE_IN_MS = 60_000;
const RELOADED = "reloaded";
/** Some browsers cancel what a page still loads when it is left. To open it anew then would keep people here. */
const LEAVING_MS = 5_000;

export class Missing {
  /** The server does not answer, and a part of this page waits for it. */
  isCutOff = $state(false);
  /** The server answers and has no such file, even after the page was opened anew. */
  isBroken = $state(false);
  #isLooking = false;
  #leftAt = -Infinity;

  constructor(
    private readonly answers: () => Promise<boolean> = isServed,
    private readonly reload: () => void = () => location.reload(),
    private readonly later = wait,
    private readonly now = () => Date.now(),
  ) {}

  start(): () => void {
    const failures = new WeakSet();
    const note = ({ payload }: VitePreloadErrorEvent) => {
      failures.add(payload);
      if (this.#isLooking) return;
      this.#isLooking = true;
      const left = this.#leftAt + LEAVING_MS - this.now();
      if (left > 0) this.later(left, () => void this.#look());
      else void this.#look();
    };
    const leave = () => (this.#leftAt = this.now());
    // Whoever wanted the file shows nothing without it. What came of it is looked after here.
    const know = (event: ErrorEvent | PromiseRejectionEvent) => {
      const why: unknown = "reason" in event ? event.reason : event.error;
      if (why instanceof Error && failures.has(why)) event.preventDefault();
    };
    addEventListener("beforeunload", leave);
    addEventListener("vite:preloadError", note);
    addEventListener("error", know);
    addEventListener("unhandledrejection", know);
    return () => {
      removeEventListener("beforeunload", leave);
      removeEventListener("vite:preloadError", note);
      removeEventListener("error", know);
      removeEventListener("unhandledrejection", know);
    };
  }

  async #look(): Promise<void> {
    const isServed = await this.answers();
    const isEarly = this.now() - Number(kept(RELOADED) ?? 0) < ONCE_IN_MS;
    if (isServed && !isEarly) {
      keep(RELOADED, String(this.now()));
      this.reload();
    } else if (isServed && !this.isCutOff) {
      // The newest client lacks the file, too: to wait would not bring it, and nothing would be seen of it.
      this.isBroken = true;
      this.#isLooking = false;
    } else {
      this.isCutOff = true;
      this.later(EVERY_MS, () => void this.#look());
    }
  }
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch(`${root}health/live`, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

export const missing = new Missing();
