/** The service worker, from the pages' side. It is loaded once the first page is there, and needs nothing to wait. */

import { language } from "../../i18n/index.svelte";
import { router } from "../../router.svelte";
import { root } from "../server/address";
import { TOLD, UNSENT, kept } from "./preferences.svelte";

/** `offer`: show that a newer client waits. */
export async function startWorker(offer: (waiting: ServiceWorker) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return; // as over plain http, or where the browser is told to keep nothing
  try {
    await navigator.serviceWorker.register(`${root}sw.js`);
  } catch {
    return; // the app works without
  }
  // What was answered without a server, and not sent before the page was closed.
  if (kept(UNSENT)) void import("../local/unsent").then(({ sendAnswers }) => sendAnswers());
  const registration = await navigator.serviceWorker.ready;
  // One that is found now waits at the next visit.
  if (registration.waiting) offer(registration.waiting);
  $effect.root(() => {
    $effect(() => registration.active?.postMessage({ language: language() }));
    // It is offered on Home; at a table only what was asked for once is looked after.
    const isWanted = $derived(router.route.page !== "table" || kept(TOLD) === "on");
    $effect(() => {
      void language();
      if (isWanted) void import("./push.svelte").then(({ push }) => push.look(registration));
    });
    // Who is at the table need not be told any more that it waits.
    $effect(() => {
      if (router.route.page === "table") void forget(registration, `/t/${router.route.id}`);
    });
  });
}

async function forget(registration: ServiceWorkerRegistration, tag: string): Promise<void> {
  for (const notice of (await registration.getNotifications?.({ tag })) ?? []) notice.close();
}
