import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeWaiting } from "../../testing/fakes";
import { Missing } from "./missing.svelte";

let missing: Missing;
let waiting: FakeWaiting;
let isServed: boolean;
let reloads: number;
let now: number;
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  waiting = new FakeWaiting();
  isServed = true;
  reloads = 0;
  now = 1_000_000;
  missing = new Missing(
    () => Promise.resolve(isServed),
    () => reloads++,
    waiting.wait,
    () => now,
  );
  stop = missing.start();
});
afterEach(() => stop());

const settled = () => new Promise((done) => setTimeout(done));
async function fails(payload = new Error("not found")): Promise<void> {
  dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  await settled();
}
async function second(): Promise<void> {
  now += 1_000;
  waiting.pass();
  await settled();
}

describe("a file that cannot be loaded", () => {
  it("is gone from a server that answers, so the page is opened anew", async () => {
    await fails();
    expect(reloads).toBe(1);
    expect(missing.isCutOff).toBe(false);
  });

  it("may be cancelled by a page that is being left, which is not opened anew", async () => {
    dispatchEvent(new Event("beforeunload"));
    await fails();
    expect(reloads).toBe(0);
    // The page stays: it was a download.
    await second();
    expect(reloads).toBe(1);
  });

  it("waits for a server that is away, and says so", async () => {
    isServed = false;
    await fails();
    await second();
    expect(missing.isCutOff).toBe(true);
    expect(reloads).toBe(0);
    isServed = true;
    await second();
    expect(reloads).toBe(1);
  });

  it("is no error of the page that wanted it, and others are", async () => {
    const failure = new Error("not found");
    await fails(failure);
    for (const [reason, isKnown] of [[failure, true], [new Error("another"), false]] as const) {
      const told = Object.assign(new Event("unhandledrejection", { cancelable: true }), { reason });
      dispatchEvent(told);
      expect(told.defaultPrevented).toBe(isKnown);
      const thrown = Object.assign(new Event("error", { cancelable: true }), { error: reason });
      dispatchEvent(thrown);
      expect(thrown.defaultPrevented).toBe(isKnown);
    }
  });

  it("is waited for once, however many are missing", async () => {
    isServed = false;
    await fails();
    await fails();
    expect(waiting.count).toBe(1);
  });

  it("that the newest client lacks, too, does not open the page again and again", async () => {
    await fails();
    const opened = new Missing(() => Promise.resolve(isServed), () => reloads++, waiting.wait, () => now);
    stop();
    stop = opened.start();
    await fails();
    await fails();
    expect(reloads).toBe(1);
    expect(waiting.count).toBe(0);
    now += 60_000;
    await fails();
    expect(reloads).toBe(2);
  });

  it("brings the page back however often the server goes away", async () => {
    await fails();
    const opened = new Missing(() => Promise.resolve(isServed), () => reloads++, waiting.wait, () => now);
    stop();
    stop = opened.start();
    isServed = false;
    await fails();
    isServed = true;
    await second();
    expect(opened.isCutOff).toBe(true);
    expect(reloads).toBe(1);
    for (let seconds = 0; seconds < 60; seconds++) await second();
    expect(reloads).toBe(2);
  });
});
