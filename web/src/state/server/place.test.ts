import { afterEach, describe, expect, it, vi } from "vitest";
import { localTransport, place } from "./place";

const { load } = place;
afterEach(() => {
  place.load = load;
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
});
