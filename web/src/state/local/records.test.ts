import { afterEach, describe, expect, it, vi } from "vitest";
import { router } from "../../router.svelte";
import { ApiError } from "../server/api";
import { place } from "../server/place.svelte";
import { openRecord } from "./records";

const { load } = place;
afterEach(() => {
  place.load = load;
  vi.restoreAllMocks();
});

function answering(): string[] {
  const bodies: string[] = [];
  const respond = async (_: string, { body }: RequestInit) => {
    bodies.push(String(body));
    return new Response('{"id": "record-abc"}');
  };
  place.load = async () => ({ local: { respond, connect: () => undefined } });
  return bodies;
}

describe("a record's file", () => {
  it("is read on this device, and shown there", async () => {
    const bodies = answering();
    const go = vi.spyOn(router, "go").mockReturnValue(undefined);
    await openRecord(new Blob(["a record"]));
    expect(bodies).toEqual(["a record"]);
    expect(go).toHaveBeenCalledWith("/t/record-abc/replay");
  });

  it("is read no further than one byte beyond the longest record", async () => {
    const bodies = answering();
    vi.spyOn(router, "go").mockReturnValue(undefined);
    await openRecord(new Blob([new Uint8Array(3_000_000)]));
    expect(bodies.map((body) => body.length)).toEqual([2 ** 20 + 1]);
  });

  it("that cannot be read is no record", async () => {
    const folder = new Blob([]);
    folder.slice = () => ({ text: () => Promise.reject(new DOMException("gone", "NotFoundError")) }) as unknown as Blob;
    const failure = await openRecord(folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect((failure as ApiError).reason.code).toBe("bad-record");
    expect(place.isAwaited).toBe(false);
  });
});
