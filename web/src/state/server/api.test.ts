import { afterEach, describe, expect, it, vi } from "vitest";
import { startLanguage } from "../../i18n/index.svelte";
import { errorText, refusalText } from "../../words/refusals";
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

  it.each([
    [500, "<h1>Oops</h1>", "internal", "Something went wrong on the server. Please try again."],
    [500, "{}", "internal", "Something went wrong on the server. Please try again."],
    [403, "null", "internal", "Something went wrong on the server. Please try again."],
    [413, "<html><head><title>413 Request Entity Too Large</title></head></html>", "too-large", "That’s too much to send at once."],
    [502, "<html><head><title>502 Bad Gateway</title></head></html>", "offline", "The server can’t be reached right now."],
    [504, "", "offline", "The server can’t be reached right now."],
    [200, "<!DOCTYPE html><title>Sign in to this network</title>", "offline", "The server can’t be reached right now."],
  ])("has a sentence for a proxy's own %i", async (status, body, code, sentence) => {
    await startLanguage();
    answer(status, body);
    expect((await failure()).reason.code).toBe(code);
    expect(errorText(await failure())).toBe(sentence);
  });

  it("says when there is no server", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("no network")));
    expect((await failure()).reason.code).toBe("offline");
  });
});
