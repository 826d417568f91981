import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromWorker, ToWorker } from "../../local/messages";
import { router } from "../../router.svelte";
import type { Transport } from "../device/environment";
import { guest } from "../people/guest.svelte";
import { place } from "../server/place.svelte";
import { LocalPlay, local } from "./local.svelte";

/** A worker in the hands of a test. */
class FakeWorker {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly said: ToWorker[] = [];
  isTerminated = false;
  postMessage(message: ToWorker): void {
    this.said.push(message);
    if (message.type === "ask" && message.method !== "never") this.say({ type: "answer", id: message.id, status: 200, body: '"here"', isText: false });
  }
  terminate(): void {
    this.isTerminated = true;
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}

let worker: FakeWorker;
let isServed: boolean;
let later: (() => void)[];
let play: LocalPlay;
const settle = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  worker = new FakeWorker();
  later = [];
  isServed = false;
  play = new LocalPlay(
    () => worker as unknown as Worker,
    async () => isServed,
    (_, work) => {
      later.push(work);
      return () => undefined;
    },
  );
  vi.spyOn(guest, "check").mockResolvedValue(undefined as never);
  vi.stubGlobal("fetch", vi.fn(async () => new Response('"there"')));
});
afterEach(() => {
  place.isHere = place.isLost = place.isLacking = false;
  local.lostAt = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("play on this device", () => {
  it("takes over from a lost server until that is back", async () => {
    const answer = play.respond("/api/me", {});
    await settle();
    expect([place.isLost, place.isHere]).toEqual([true, false]);
    worker.say({ type: "ready" });
    expect(await (await answer)!.json()).toBe("here");
    expect(place.isHere).toBe(true);
    later.shift()!();
    await settle();
    expect(place.isHere).toBe(true);
    isServed = true;
    later.shift()!();
    await settle();
    expect([place.isLost, place.isHere, play.lostAt]).toEqual([false, false, 0]);
    expect(guest.check).toHaveBeenCalledTimes(1);
    expect(later).toEqual([]);
  });

  it("leaves a request to the server that was back before it had started", async () => {
    isServed = true;
    const answer = play.respond("/api/me", {});
    await settle();
    worker.say({ type: "ready" });
    expect(await (await answer)!.json()).toBe("there");
    expect([place.isLost, place.isHere, guest.check]).toEqual([false, false, guest.check]);
    expect(guest.check).not.toHaveBeenCalled();
  });

  it("says so when it cannot start, and tries again", async () => {
    const answer = play.respond("/api/me", {});
    worker.say({ type: "failed", why: "no such file" });
    expect(await answer).toBeNull();
    expect([play.canStart, place.isHere]).toEqual([false, false]);
    const again = play.respond("/api/me", {});
    worker.say({ type: "ready" });
    expect((await again)!.ok).toBe(true);
    expect(play.canStart).toBe(true);
  });

  it("starts anew after the interpreter has failed", async () => {
    const [onopen, onclose] = [vi.fn(), vi.fn()];
    play.connect("/api/tables/local-abc/socket", { onopen, onclose, onmessage: null } as unknown as Transport);
    worker.say({ type: "ready" });
    await settle();
    const answer = play.respond("/api/lobby", { method: "never" });
    await settle();
    worker.say({ type: "failed", why: "out of memory" });
    expect((await answer)!.status).toBe(500);
    expect(onclose).toHaveBeenCalledExactlyOnceWith(1006, "");
    const first = worker;
    worker = new FakeWorker();
    const again = play.respond("/api/me", {});
    worker.say({ type: "ready" });
    expect((await again)!.ok).toBe(true);
    expect(first.isTerminated).toBe(true);
  });

  it("answers for its own tables without asking for the server", async () => {
    const answer = play.respond("/api/tables/local-abc", {});
    worker.say({ type: "ready" });
    expect((await answer)!.ok).toBe(true);
    expect([place.isLost, place.isHere]).toEqual([false, false]);
  });

  it.each(["/api/moderation", "/api/clubs"])("finds out that the server is lost from a request that it cannot answer: %s", async (path) => {
    expect(await play.respond(path, {})).toBeNull();
    await settle();
    expect(place.isLost).toBe(true);
    expect(worker.said).toEqual([]);
  });
});

describe("a page that needs a server", () => {
  it("is marked as soon as the server is lost, and returns with it", async () => {
    router.go("/moderation");
    await settle();
    local.lostAt = Date.now();
    place.isLost = true;
    await settle();
    expect(place.isLacking).toBe(true);
    place.isLost = false;
    await settle();
    expect(place.isLacking).toBe(false);
  });

  it("stays when it was opened long before", async () => {
    router.go("/community");
    await settle();
    local.lostAt = Date.now() + 60_000;
    place.isLost = true;
    await settle();
    expect(place.isLacking).toBe(false);
  });
});
