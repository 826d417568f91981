import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guest } from "../people/guest.svelte";
import { api } from "../server/api";
import { push } from "./push.svelte";

const KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const bytes = (letters: string) => Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** The browser's push service. */
class Manager {
  asked: Uint8Array | null = null;
  ended = 0;
  async getSubscription() {
    return this.asked === null ? null : this.#subscription();
  }
  async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
    this.asked = applicationServerKey;
    return this.#subscription();
  }
  #subscription() {
    return {
      options: { applicationServerKey: this.asked!.buffer },
      toJSON: () => ({ endpoint: "https://push.example/1", expirationTime: null, keys: { p256dh: "p", auth: "a" } }),
      unsubscribe: async () => {
        this.asked = null;
        this.ended += 1;
      },
    };
  }
}

let manager: Manager;
let permission: string;
const registration = () => ({ pushManager: manager }) as unknown as ServiceWorkerRegistration;

beforeEach(() => {
  localStorage.clear();
  manager = new Manager();
  permission = "default";
  push.state = null;
  vi.stubGlobal("PushManager", Manager);
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => permission,
  });
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve(registration()) }, languages: ["en"] });
  vi.spyOn(guest, "ready").mockResolvedValue();
  vi.spyOn(api, "startPush").mockResolvedValue(undefined);
  vi.spyOn(api, "stopPush").mockResolvedValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const server = (key: string | null, is_on = false, is_current = is_on) => vi.spyOn(api, "pushState").mockResolvedValue({ key, is_on, is_current });

describe("told when it is my turn", () => {
  it("is nothing where the server or the browser cannot do it", async () => {
    server(null);
    await push.refresh(registration());
    expect(push.state).toBeNull();
    server(KEY);
    vi.stubGlobal("navigator", {});
    await push.refresh(registration());
    expect(push.state).toBeNull();
  });

  it("begins at a press, with the server's key, and ends at another", async () => {
    server(KEY);
    await push.refresh(registration());
    expect(push.state).toBe("off");
    expect(api.startPush).not.toHaveBeenCalled();
    permission = "granted";
    await push.start();
    expect(push.state).toBe("on");
    expect(manager.asked).toEqual(bytes(KEY));
    expect(api.startPush).toHaveBeenCalledWith({ subscription: { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }, key: KEY, language: "en" });
    await push.stop();
    expect(push.state).toBe("off");
    expect(api.stopPush).toHaveBeenCalledOnce();
    expect(manager.asked).toBeNull();
  });

  it("takes no for an answer", async () => {
    server(KEY);
    await push.refresh(registration());
    permission = "denied";
    await push.start();
    expect(push.state).toBe("denied");
    expect(manager.asked).toBeNull();
  });

  it("is told to the server again when that has forgotten it, or has another key", async () => {
    server(KEY);
    permission = "granted";
    await push.refresh(registration());
    await push.start();
    server(KEY, true);
    await push.refresh(registration());
    expect(api.startPush).toHaveBeenCalledTimes(1);
    server(KEY);
    await push.refresh(registration());
    expect(api.startPush).toHaveBeenCalledTimes(2);
    expect(manager.ended).toBe(0);
    server(KEY, true);
    manager.asked = null; // the browser has lost the subscription
    await push.refresh(registration());
    expect(manager.asked).toEqual(bytes(KEY));
    expect(api.startPush).toHaveBeenCalledTimes(3);
    const other = `${KEY.slice(0, -4)}AAAA`;
    server(other, true, false);
    await push.refresh(registration());
    expect(manager.ended).toBe(1);
    expect(manager.asked).toEqual(bytes(other));
    expect(api.startPush).toHaveBeenCalledTimes(4);
    permission = "default"; // permission revoked in the browser's own settings
    await push.refresh(registration());
    expect(push.state).toBe("off");
    expect(api.startPush).toHaveBeenCalledTimes(4);
  });
});
