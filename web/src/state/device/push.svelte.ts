/**
 * Whether this device is told when it is my turn while no page is open: the browser's push service is asked with the
 * server's key, and the server is told where it is. Nothing is asked of anybody but at a press of theirs.
 */

import { language } from "../../i18n/index.svelte";
import { guest } from "../people/guest.svelte";
import { api } from "../server/api";
import { TOLD, keep, kept } from "./preferences.svelte";

/** `null`: not known yet, or this browser or this server cannot do it. */
export type PushState = "off" | "on" | "denied" | null;

class Push {
  state = $state<PushState>(null);
  #key = "";

  static get isPossible(): boolean {
    return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  }

  /** Find out how things are; what the server does not know any more it is told again. */
  async look(registration: ServiceWorkerRegistration): Promise<void> {
    if (!Push.isPossible) return;
    try {
      await guest.ready();
      const { key, is_on, is_current } = await api.pushState();
      if (key === null) return;
      this.#key = key;
      // Who has refused, here or for all pages, is not told so at every visit.
      if (Notification.permission === "denied") this.state = kept(TOLD) === "on" ? "denied" : null;
      else if (kept(TOLD) !== "on" || Notification.permission !== "granted") this.state = "off";
      else {
        this.state = "on";
        const mine = await registration.pushManager.getSubscription();
        // The browser has lost it, the session is another one, the key is, or the words are.
        if (!mine || !is_on || !is_current || kept("push-language") !== language()) await this.#subscribe(registration);
      }
    } catch {
      // It is looked again at the next visit.
    }
  }

  /** Ask the person, by the browser's own question, and then its push service. Throws if that cannot be done. */
  async start(): Promise<void> {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") {
      this.state = permission === "denied" ? "denied" : "off";
      return;
    }
    await this.#subscribe(await navigator.serviceWorker.ready);
    keep(TOLD, "on");
    this.state = "on";
  }

  async stop(): Promise<void> {
    keep(TOLD, "off");
    await api.stopPush();
    this.state = "off";
    const registration = await navigator.serviceWorker.ready;
    await (await registration.pushManager.getSubscription())?.unsubscribe();
  }

  async #subscribe(registration: ServiceWorkerRegistration): Promise<void> {
    const wanted = bytesOf(this.#key);
    const former = await registration.pushManager.getSubscription();
    // A push service takes messages from one key alone.
    if (former && !isSame(former.options.applicationServerKey, wanted)) await former.unsubscribe();
    const mine = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
    const { endpoint, keys } = mine.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
    await api.startPush({ subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }, key: this.#key, language: language() });
    keep("push-language", language());
  }
}

function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((value, at) => value === other[at]);
}

export const push = new Push();
