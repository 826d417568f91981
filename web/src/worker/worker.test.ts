// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const HERE = "https://club.example";
type Heard = (event: Record<string, unknown>) => void;

/** A fake of a service worker's environment. */
class Around {
  readonly heard = new Map<string, Heard>();
  readonly shown: unknown[][] = [];
  readonly opened: string[] = [];
  readonly focused: string[] = [];
  windows: string[] = [];
  readonly location = new URL(HERE);
  readonly navigator = { language: "it-IT", setAppBadge: vi.fn(async () => undefined) };
  readonly registration = { showNotification: async (...all: unknown[]) => void this.shown.push(all) };
  readonly clients = {
    matchAll: async () => this.windows.map((url) => ({ url, focus: async () => void this.focused.push(url) })),
    openWindow: async (path: string) => void this.opened.push(path),
  };
  addEventListener(type: string, heard: Heard): void {
    this.heard.set(type, heard);
  }

  /** Dispatch an event. Return the worker's response when it is done. */
  async tell(type: string, event: Record<string, unknown> = {}): Promise<unknown> {
    let work: unknown;
    const take = (given: unknown) => (work = given);
    this.heard.get(type)!({ ...event, waitUntil: take, respondWith: take });
    return work;
  }
}

/** A fake of the browser's caches, as far as they are used. */
class Caches {
  readonly kept = new Map<string, Map<string, Response>>();
  async open(name: string) {
    const found = this.kept.get(name) ?? new Map<string, Response>();
    this.kept.set(name, found);
    const url = (request: Request | string) => (typeof request === "string" ? request : request.url);
    return {
      match: async (request: Request | string) => found.get(url(request))?.clone(),
      put: async (request: Request | string, answer: Response) => void found.set(url(request), answer),
      keys: async () => [...found.keys()].map((each) => new Request(each)),
      delete: async (request: Request) => found.delete(request.url),
    };
  }
}

let around: Around;
let stored: Caches;
let fetched: ReturnType<typeof vi.fn>;

beforeEach(async () => {
  vi.resetModules();
  around = new Around();
  stored = new Caches();
  fetched = vi.fn(async () => Object.defineProperty(new Response("fresh"), "type", { value: "basic" }));
  vi.stubGlobal("self", around);
  vi.stubGlobal("caches", stored);
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("__FILES__", ["assets/new.js"]);
  vi.stubGlobal("__TEXTS__", { en: { offlineTitle: "You’re offline", offline: "…", again: "Again" }, it: { offlineTitle: "Sei offline", offline: "…", again: "Riprova" } });
  await import("./worker");
});
afterEach(() => vi.unstubAllGlobals());

const request = (path: string, mode = "cors") => ({ url: `${HERE}${path}`, method: "GET", mode }) as Request;
const ask = (path: string, mode?: string) => around.tell("fetch", { request: request(path, mode) }) as Promise<Response | undefined>;

describe("the service worker", () => {
  it("asks for a built file once", async () => {
    expect(await (await ask("/assets/new.js"))!.text()).toBe("fresh");
    expect(await (await ask("/assets/new.js"))!.text()).toBe("fresh");
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it("keeps no answer that is not the file", async () => {
    fetched.mockResolvedValue(new Response("gone", { status: 404 }));
    expect((await ask("/assets/old.js"))!.status).toBe(404);
    expect(stored.kept.get("quincunx-files")!.size).toBe(0);
  });

  it("lets go of former files when it takes over", async () => {
    await ask("/assets/new.js");
    await ask("/assets/former.js");
    await (await around.tell("activate"));
    expect([...stored.kept.get("quincunx-files")!.keys()]).toEqual([`${HERE}/assets/new.js`]);
  });

  it("brings pages from the server, and says so when it cannot", async () => {
    expect(await (await ask("/t/abc", "navigate"))!.text()).toBe("fresh");
    fetched.mockRejectedValue(new TypeError("offline"));
    expect(await (await ask("/t/abc", "navigate"))!.text()).toContain("Sei offline");
    await around.tell("message", { data: { language: "en" } });
    await new Promise((done) => setTimeout(done));
    expect(await (await ask("/t/abc", "navigate"))!.text()).toContain("You’re offline");
  });

  it("has nothing to do with what the server says", async () => {
    expect(await ask("/api/me")).toBeUndefined();
    expect(await ask("/api/tables/abc/record", "navigate")).toBeUndefined();
  });

  it("shows a notice for every message, with a dot on the app's icon", async () => {
    await around.tell("push", { data: { text: () => JSON.stringify({ title: "Your turn", body: "With Bo", table: "abc" }) } });
    await around.tell("push", { data: null });
    expect(around.shown.map(([title]) => title)).toEqual(["Your turn", "Quincunx"]);
    expect(around.navigator.setAppBadge).toHaveBeenCalledTimes(2);
  });

  it("leads from a notice to the table: to the window that has it, or to a new one", async () => {
    const close = vi.fn();
    around.windows = [`${HERE}/`, `${HERE}/t/other`];
    await (await around.tell("notificationclick", { notification: { data: { path: "/t/abc" }, close } }));
    expect([around.opened, around.focused]).toEqual([["/t/abc"], []]);
    around.windows.push(`${HERE}/t/abc?x=1`);
    await (await around.tell("notificationclick", { notification: { data: { path: "/t/abc" }, close } }));
    expect([around.opened, around.focused]).toEqual([["/t/abc"], [`${HERE}/t/abc?x=1`]]);
    expect(close).toHaveBeenCalledTimes(2);
  });
});
