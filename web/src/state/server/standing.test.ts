// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { Reason } from "../../wire/types";
import { Standing, isUnwanted } from "./standing.svelte";

const reason = (code: string): Reason => ({ kind: "forbidden", code, sentence: "No.", rule: null, params: {} });

describe("a bar from playing", () => {
  it("is a ban, from the first refusal that says so", () => {
    const standing = new Standing(true);
    standing.handleRefusal(reason("not-yours"));
    expect([standing.isBanned, standing.needsCookies]).toEqual([false, false]);
    standing.handleRefusal(reason("banned"));
    expect([standing.isBanned, standing.needsCookies]).toEqual([true, false]);
  });

  it("is a browser without cookies, whether it says so or the server notices", () => {
    expect(new Standing(false).needsCookies).toBe(true);
    const standing = new Standing(true);
    standing.handleRefusal(reason("no-cookie"));
    expect(standing.needsCookies).toBe(true);
  });

  it("is a server with restricted access, where a missing cookie says nothing about the browser", () => {
    const standing = new Standing(true);
    standing.handleRefusal(reason("closed-to-newcomers"));
    expect(standing.barred).toBe("closed");
    standing.handleRefusal(reason("needs-invitation"));
    standing.handleRefusal(reason("no-cookie"));
    expect([standing.barred, standing.needsCookies]).toEqual(["invitation", false]);
  });

  it("is asked for when a socket is closed to us, and not when it is lost", () => {
    expect([4401, 4403, 4404, 1006, 1013].map(isUnwanted)).toEqual([true, true, false, false, false]);
  });
});
