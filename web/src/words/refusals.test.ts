import { beforeAll, expect, it, vi } from "vitest";
import { ALL } from "../games";
import { startLanguage, withMore } from "../i18n/index.svelte";
import { ApiError } from "../state/server/api";
import type { Reason } from "../wire/types";
import { errorText, refusalText } from "./refusals";

beforeAll(() => withMore(startLanguage()));

const reason = (code: string): Reason => ({ kind: "rule", code, sentence: "The server's sentence.", rule: null, params: { name: "Bo" } });

it("a refusal has the game's own text, else the shared one, else the server's sentence", () => {
  const texts = ALL.map(({ name }) => refusalText(reason("chance-first"), name));
  expect(new Set(texts).size).toBe(ALL.length);
  expect(refusalText(reason("seat-kept"), ALL[0]!.name)).toBe("That seat is reserved for Bo.");
  expect(refusalText(reason("seat-kept"))).toBe("That seat is reserved for Bo.");
  expect(refusalText(reason("never-heard-of"))).toBe("The server's sentence.");
});

it("other failures are described in words for people, not as an exception", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(errorText(new ApiError(reason("stale")))).toBe("The game has moved on in the meantime.");
  expect(errorText(new TypeError("error loading dynamically imported module"))).toBe("Part of this page couldn’t be loaded.");
  expect(console.error).toHaveBeenCalledOnce();
});
