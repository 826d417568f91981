/**
 * Turn notifications while no page is open. The browser's push service receives the server's key, and the server
 * receives the subscription. Users are asked for permission only after a press.
 */

import { language } from "../../i18n/index.svelte";
import { guest } from "../people/guest.svelte";
import { api } from "../server/api";
import { NOTIFIED, keep, kept } from "./preferences.svelte";

/** `null`: unknown, or not supported by this browser or server. */
export type PushState = "off" | "on" | "denied" | null;

class Push {
  state = $state<PushState>(null);
  #key = "";

  static get isPossible(): boolean {
    return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  }

  /** Load the current state; a subscription that the server has lost is sent again. */
  async refresh(registration: ServiceWorkerRegistration): Promise<void> {
    if (!Push.isPossible) return;
    try {
      await guest.ready();
      const { key, is_on, is_current } = await api.pushState();
      if (key === null) return;
      this.#key = key;
      // A user who has denied permission is not reminded at every visit.
      if (Notification.permission === "denied") this.state = kept(NOTIFIED) === "on" ? "denied" : null;
      else if (kept(NOTIFIED) !== "on" || Notification.permission !== "granted") this.state = "off";
      else {
        this.state = "on";
        const mine = await registration.pushManager.getSubscription();
        // The browser has lost the subscription, or the session, the key or the language has changed.
        if (!mine || !is_on || !is_current || kept("push-language") !== language()) await this.#subscribe(registration);
      }
    } catch {
      // The next visit tries again.
    }
  }

  /** Ask for permission by the browser's own prompt, and then subscribe. Throws if that fails. */
  async start(): Promise<void> {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") {
      this.state = permission === "denied" ? "denied" : "off";
      return;
    }
    await this.#subscribe(await navigator.serviceWorker.ready);
    keep(NOTIFIED, "on");
    this.state = "on";
  }

  async stop(): Promise<void> {
    keep(NOTIFIED, "off");
    await api.stopPush();
    this.state = "off";
    const registration = await navigator.serviceWorker.ready;
    await (await registration.pushManager.getSubscription())?.unsubscribe();
  }

  async #subscribe(registration: ServiceWorkerRegistration): Promise<void> {
    const wanted = bytesOf(this.#key);
    const former = await registration.pushManager.getSubscription();
    // A push service accepts messages from one key alone.
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
