import { afterEach, describe, expect, it, vi } from "vitest";
import { startLanguage } from "../i18n/index.svelte";
import { refusalText } from "../ui/refusals";
import { ApiError, api } from "./api";

const answer = (status: number, body: string) => vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response(body, { status, statusText: "Bad Gateway" }))));
const failure = async () => (await api.me().catch((error: unknown) => error)) as ApiError;

afterEach(() => vi.unstubAllGlobals());

describe("plain HTTP", () => {
  it("gives what the server says", async () => {
    answer(200, '{"name": "Anna"}');
    expect(await api.me()).toEqual({ name: "Anna" });
  });

  it("carries the server's reason", async () => {
    const reason = { kind: "too-fast", code: "too-fast", sentence: "Slowly.", rule: null, params: {} };
    answer(429, JSON.stringify(reason));
    expect(await failure()).toBeInstanceOf(ApiError);
    expect((await failure()).reason).toEqual(reason);
  });

  it("has the reader's words for it when it is thrown", async () => {
    answer(409, JSON.stringify({ kind: "stale", code: "stale", sentence: "Too late.", rule: null, params: {} }));
    expect(refusalText((await failure()).reason)).toBe("Too late.");
    await startLanguage();
    expect(refusalText((await failure()).reason)).toBe("The game has moved on in the meantime.");
  });

  it.each(["<h1>502</h1>", "{}", "null"])("takes %s for a fault inside", async (body) => {
    answer(502, body);
    expect((await failure()).reason).toMatchObject({ code: "internal", sentence: "Bad Gateway" });
  });

  it("says when there is no server", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("no network")));
    expect((await failure()).reason.code).toBe("offline");
  });
});
