/** A fresh start for each test file: its own modules, page, storage and globals. All files share a few threads, since a
 * thread and a document of its own for each file take twice the time. */

import { afterAll, vi } from "vitest";

const { setInterval, setTimeout, fetch } = globalThis;
const timers: (NodeJS.Timeout | number)[] = [];

/** Return `start`, which also notes the timer, so that none goes off in a later file. */
const noted = <Arguments extends unknown[], Timer extends NodeJS.Timeout | number>(start: (...given: Arguments) => Timer) =>
  Object.assign((...given: Arguments) => {
    const timer = start(...given);
    timers.push(timer);
    return timer;
  }, start);

/** There is no server: a request that its test does not answer fails, like one without a connection. */
const fetchNothing: typeof fetch = () => Promise.reject(new TypeError("Failed to fetch"));

vi.resetModules();
Object.assign(globalThis, { setInterval: noted(setInterval), setTimeout: noted(setTimeout), fetch: fetchNothing });

afterAll(async () => {
  vi.useRealTimers();
  // An import that ends later would put this file's modules into the cache of the next file.
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  timers.forEach(clearTimeout);
  Object.assign(globalThis, { setInterval, setTimeout, fetch });
  if (typeof document === "undefined") return;
  document.documentElement.replaceChildren(document.createElement("head"), document.createElement("body"));
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});
