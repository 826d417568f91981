import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UNSENT, kept } from "../device/preferences.svelte";
import { remember, sendAnswers } from "./unsent";

const answer = (puzzle: string) => ({ path: `/api/puzzles/some/${puzzle}/answer`, asked: { method: "POST", body: JSON.stringify({ move: [puzzle] }) } });
const fetched = vi.fn<(path: string, asked: RequestInit) => Promise<Response>>();

beforeEach(() => {
  localStorage.clear();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe("answers that were given without a server", () => {
  it("are sent in order, as such, and kept until the server has taken them", async () => {
    for (const { path, asked } of [answer("one"), answer("two"), answer("three")]) remember(path, asked, '{"counts":true}');
    const refusal = (kind: string, status: number) => new Response(JSON.stringify({ kind, code: "x", sentence: "", rule: null, params: {} }), { status });
    fetched.mockResolvedValueOnce(Response.json({})).mockResolvedValueOnce(refusal("unknown", 404)).mockResolvedValueOnce(refusal("too-fast", 429));
    await sendAnswers();
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(["one", "two", "three"].map((puzzle) => answer(puzzle).path));
    expect(JSON.parse(fetched.mock.calls[0]![1].body as string)).toEqual({ move: ["one"], offline: true });
    expect(JSON.parse(kept(UNSENT)!)).toEqual([{ path: answer("three").path, move: ["three"] }]);
  });

  it("are first answers alone, and none of runs", () => {
    const { path, asked } = answer("one");
    remember(path, asked, '{"counts":false}');
    remember("/api/puzzles/some/run/one/answer", asked, '{"counts":true}');
    remember(path, { method: "GET" }, '{"counts":true}');
    expect(kept(UNSENT)).toBeNull();
  });
});
