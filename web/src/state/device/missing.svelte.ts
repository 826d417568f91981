/**
 * Recovery from an app file that cannot be loaded: the server has a newer client, or cannot be reached. Once the server
 * answers, the page is reloaded.
 */

import { root } from "../server/address";
import { wait } from "./environment";
import { keep, kept } from "./preferences.svelte";

const EVERY_MS = 1_000;
/** Milliseconds between reloads: a file that stays missing must not cause a loop. */
const ONCE_IN_MS = 60_000;
const RELOADED = "reloaded";
/**
 * Milliseconds after leaving in which failures are ignored. Some browsers cancel the loads of a page that is left; a
 * reload then would keep people here.
 */
const LEAVING_MS = 5_000;

export class Missing {
  /** True while the server does not answer and a part of this page waits for it. */
  isCutOff = $state(false);
  /** True if the server answers and lacks the file, even after a reload. */
  isBroken = $state(false);
  #isChecking = false;
  #leftAt = -Infinity;

  constructor(
    private readonly answers: () => Promise<boolean> = isServed,
    private readonly reload: () => void = () => location.reload(),
    private readonly later = wait,
    private readonly now = () => Date.now(),
  ) {}

  start(): () => void {
    const failures = new WeakSet();
    const onPreloadError = ({ payload }: VitePreloadErrorEvent) => {
      failures.add(payload);
      if (this.#isChecking) return;
      this.#isChecking = true;
      const left = this.#leftAt + LEAVING_MS - this.now();
      if (left > 0) this.later(left, () => void this.#checkServer());
      else void this.#checkServer();
    };
    const onLeave = () => (this.#leftAt = this.now());
    // The importing code shows nothing without the file. Its failed import is handled here.
    const onError = (event: ErrorEvent | PromiseRejectionEvent) => {
      const why: unknown = "reason" in event ? event.reason : event.error;
      if (why instanceof Error && failures.has(why)) event.preventDefault();
    };
    addEventListener("beforeunload", onLeave);
    addEventListener("vite:preloadError", onPreloadError);
    addEventListener("error", onError);
    addEventListener("unhandledrejection", onError);
    return () => {
      removeEventListener("beforeunload", onLeave);
      removeEventListener("vite:preloadError", onPreloadError);
      removeEventListener("error", onError);
      removeEventListener("unhandledrejection", onError);
    };
  }

  async #checkServer(): Promise<void> {
    const isServed = await this.answers();
    const isEarly = this.now() - Number(kept(RELOADED) ?? 0) < ONCE_IN_MS;
    if (isServed && !isEarly) {
      keep(RELOADED, String(this.now()));
      this.reload();
    } else if (isServed && !this.isCutOff) {
      // The newest client lacks the file too: waiting would not help, and the user would see nothing.
      this.isBroken = true;
      this.#isChecking = false;
    } else {
      this.isCutOff = true;
      this.later(EVERY_MS, () => void this.#checkServer());
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
