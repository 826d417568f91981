import "./styles/font.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { type Component, mount } from "svelte";
import App from "./App.svelte";
import { startLanguage, withMore } from "./i18n/index.svelte";
import { missing } from "./state/device/missing.svelte";
import { preferences } from "./state/device/preferences.svelte";
import { guest } from "./state/people/guest.svelte";
import { isSite } from "./state/server/address";
import { place } from "./state/server/place.svelte";
import { useColours } from "./state/server/site";

// If `theme.js` says that the browser is too old, its message stays.
if (!document.documentElement.hasAttribute("data-old")) {
  missing.start();
  preferences.apply();
  useColours();
  if (isSite) (await import("./state/server/staticSite")).start();
  place.load = () => import("./state/local/local.svelte");
  // Requested together with the texts: one after the other is a round trip more. Pages that need the session wait for it
  // themselves, and report a failure.
  guest.ready().catch(() => undefined);
  await startLanguage();
  // Replace the loading message of `theme.js`.
  document.getElementById("app")!.replaceChildren();
  mount(App, { target: document.getElementById("app")! });
}

/** Mount a rarely needed part beside the app. */
const show = <P extends object>(part: Promise<{ default: Component<P> }>, props: P) => void withMore(part).then(({ default: Part }) => mount(Part, { target: document.body, props: props as never }));
// A file dragged over the page may be a record.
addEventListener("dragenter", () => show(import("./ui/local/DropZone.svelte") as Promise<{ default: Component<object> }>, {}), { once: true });
const offerUpdate = (waiting: ServiceWorker) => show(import("./ui/local/Update.svelte"), { waiting });

// Loads for the next visit wait until this page has everything it needs.
if (import.meta.env.PROD) {
  // Leaving the page early cancels the loads, and the next page requests them again.
  const later = () => void import("./state/device/worker.svelte").then(({ startWorker }) => startWorker(offerUpdate), () => undefined);
  if (document.readyState === "complete") setTimeout(later, 1000);
  else addEventListener("load", () => setTimeout(later, 1000));
}
