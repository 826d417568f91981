import { afterEach, describe, expect, it, vi } from "vitest";
import { localTransport, place } from "./place.svelte";

const { load } = place;
afterEach(() => {
  place.load = load;
  place.isHere = false;
});

describe("a socket to this device", () => {
  it("is closed when what answers cannot be loaded, so that its line tries again", async () => {
    place.load = () => Promise.reject(new Error("no such file"));
    const transport = localTransport("/api/tables/local-abc/socket")!;
    const closed = vi.fn();
    transport.onclose = closed;
    await Promise.resolve();
    await Promise.resolve();
    expect(closed).toHaveBeenCalledExactlyOnceWith(1006, "");
  });

  it("is not used for what the server knows", () => {
    expect(localTransport("/api/tables/abc/socket")).toBeNull();
  });

  it("is not used for a server's table while the server is lost, which this device does not know", () => {
    place.load = () => new Promise(() => undefined);
    place.isHere = true;
    expect(localTransport("/api/tables/abc/socket")).toBeNull();
    expect(localTransport("/api/me/socket")).not.toBeNull();
    expect(localTransport("/api/tables/local-abc/socket")).not.toBeNull();
  });
});
