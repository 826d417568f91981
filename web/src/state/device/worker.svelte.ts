/** The service worker, from the pages' side. It is loaded once the first page is there, and needs nothing to wait. */

import { language } from "../../i18n/index.svelte";
import { router } from "../../router.svelte";
import { root } from "../server/address";
import { TOLD, kept } from "./preferences.svelte";

export async function startWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return; // as over plain http, or where the browser is told to keep nothing
  try {
    await navigator.serviceWorker.register(`${root}sw.js`);
  } catch {
    return; // the app works without
  }
  const registration = await navigator.serviceWorker.ready;
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
