import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Review } from "./review.svelte";

/** Answers of the server, in order. */
let answers: (() => Response | Promise<Response>)[] = [];
let tags: (string | null)[] = [];
let waits: { rest: number; action: () => void; isOff: boolean }[] = [];

const later = (rest: number, action: () => void) => {
  const one = { rest, action, isOff: false };
  waits.push(one);
  return () => void (one.isOff = true);
};
const json = (body: object, status = 200, headers: Record<string, string> = {}) => () => new Response(JSON.stringify(body), { status, headers });
const refusal = (kind: string, status: number) => json({ kind, code: kind, sentence: "No.", rule: null, params: {} }, status);

beforeEach(() => {
  [answers, tags, waits] = [[], [], []];
  vi.stubGlobal(
    "fetch",
    vi.fn((_: string, asked: { headers: Record<string, string> }) => {
      tags.push(asked.headers["if-none-match"] ?? null);
      return Promise.resolve(answers.shift()!());
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function begun(): Promise<{ asked: Review; stop: () => void }> {
  const asked = new Review("table", later);
  const stop = asked.start();
  await settled(1);
  return { asked, stop };
}
const settled = (number: number) => vi.waitFor(() => expect(waits.length).toBe(number));
const next = () => waits.at(-1)!.action();

describe("a review", () => {
  it("is asked for until it is there, and then until it is final", async () => {
    answers = [json({ share: 0, ahead: 2 }, 202), json({ share: 0.5, ahead: 0 }, 202), json({ review: "rough", is_final: false }, 200, { etag: '"1"' }), () => new Response(null, { status: 304 }), json({ review: "final", is_final: true }, 200, { etag: '"2"' })];
    const { asked } = await begun();
    expect(asked.progress).toEqual({ share: 0, ahead: 2 });
    for (const number of [2, 3, 4]) {
      next();
      await settled(number);
    }
    expect([asked.found, asked.isRefining]).toEqual([null, true]);
    next();
    await vi.waitFor(() => expect(asked.found?.is_final).toBe(true));
    flushSync();
    expect(waits).toHaveLength(4);
    expect(tags).toEqual(["", "", "", '"1"', '"1"']);
    expect(waits.map(({ rest }) => rest)).toEqual([1000, 1300, 1690, 5000]);
  });

  it("that there will never be is not asked for again", async () => {
    answers = [refusal("unknown", 404)];
    const asked = new Review("table", later);
    asked.start();
    await vi.waitFor(() => expect(asked.failure?.kind).toBe("unknown"));
    expect(waits).toHaveLength(0);
  });

  it.each(["too-fast", "unavailable"])("is asked for later after %s", async (kind) => {
    answers = [refusal(kind, 503), json({ share: 0, ahead: 0 }, 202)];
    const { asked } = await begun();
    expect(waits[0]!.rest).toBe(15_000);
    expect(asked.failure).toBeNull();
    next();
    await settled(2);
    expect(asked.progress).not.toBeNull();
  });

  it("is not requested while the page is hidden, nor after it is stopped", async () => {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const { stop } = await begun();
    expect(fetch).not.toHaveBeenCalled();
    visibility.mockReturnValue("visible");
    stop();
    expect(waits[0]!.isOff).toBe(true);
  });
});
