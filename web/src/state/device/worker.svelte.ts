/** The service worker as pages use it. It is loaded after the first page, and no page waits for it. */

import { language } from "../../i18n/index.svelte";
import { router } from "../../router.svelte";
import { root } from "../server/address";
import { NOTIFIED, UNSENT, kept } from "./preferences.svelte";

/** Register the worker. `offer`: show that a newer client waits. */
export async function startWorker(offer: (waiting: ServiceWorker) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return; // over plain http, or if the browser stores nothing
  try {
    await navigator.serviceWorker.register(`${root}sw.js`);
  } catch {
    return; // the app works without
  }
  // Answers given offline, and not sent before the page was closed.
  if (kept(UNSENT)) void import("../local/unsent").then(({ sendAnswers }) => sendAnswers(), retriedLater);
  const registration = await navigator.serviceWorker.ready;
  // A worker found now waits until the next visit.
  if (registration.waiting) offer(registration.waiting);
  $effect.root(() => {
    $effect(() => registration.active?.postMessage({ language: language() }));
    // Home offers the switch; a table only keeps an existing subscription up to date.
    const isWanted = $derived(router.route.page !== "table" || kept(NOTIFIED) === "on");
    $effect(() => {
      void language();
      if (isWanted) void import("./push.svelte").then(({ push }) => push.refresh(registration), retriedLater);
    });
    // A player at the table needs no notification of their turn there.
    $effect(() => {
      if (router.route.page === "table") void forget(registration, `/t/${router.route.id}`);
    });
  });
}

/** A script that could not be fetched, because the line is down or the page is being left. The next visit asks again. */
const retriedLater = () => undefined;

async function forget(registration: ServiceWorkerRegistration, tag: string): Promise<void> {
  for (const notice of (await registration.getNotifications?.({ tag })) ?? []) notice.close();
}
