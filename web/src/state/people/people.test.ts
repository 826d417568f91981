import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../server/api";
import { allRecords } from "./people";

afterEach(() => vi.unstubAllGlobals());

const page = (text: string, headers: Record<string, string> = {}) => new Response(text, { headers });

it("gathers all games, and names those that are damaged", async () => {
  const fetched = vi.fn().mockResolvedValueOnce(page("one\n", { "x-next": "1 a", "x-damaged": "x,y" })).mockResolvedValueOnce(page("two\n", { "x-damaged": "z" }));
  vi.stubGlobal("fetch", fetched);
  expect(await allRecords()).toEqual({ text: "one\n\ntwo\n", damaged: ["x", "y", "z"] });
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/api/me/records", "/api/me/records?before=1%20a"]);
});

it("has a reason when a proxy answers", async () => {
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response("<h1>502</h1>", { status: 502 })));
  await expect(allRecords()).rejects.toBeInstanceOf(ApiError);
});
