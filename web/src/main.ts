import "./styles/font.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { type Component, mount } from "svelte";
import App from "./App.svelte";
import { startLanguage, withMore } from "./i18n/index.svelte";
import { missing } from "./state/device/missing.svelte";
import { preferences } from "./state/device/preferences.svelte";
import { isSite } from "./state/server/address";
import { useColours } from "./state/server/site";

// Where `theme.js` says that the browser is too old, that stays.
if (!document.documentElement.hasAttribute("data-old")) {
  missing.start();
  preferences.apply();
  useColours();
  if (isSite) (await import("./state/server/staticSite")).start();
  await startLanguage();
  // What `theme.js` says while there is no app.
  document.getElementById("app")!.replaceChildren();
  mount(App, { target: document.getElementById("app")! });
}

/** Show a part that few need beside the app. */
const show = <P extends object>(part: Promise<{ default: Component<P> }>, props: P) => void withMore(part).then(({ default: Part }) => mount(Part, { target: document.body, props: props as never }));
// A file that is held over the page may be a record.
addEventListener("dragenter", () => show(import("./ui/local/DropZone.svelte") as Promise<{ default: Component<object> }>, {}), { once: true });
const offerUpdate = (waiting: ServiceWorker) => show(import("./ui/local/Update.svelte"), { waiting });

// What serves the next visit waits until this one has all that it needs.
if (import.meta.env.PROD) {
  // A page that is left before has cancelled it, and the next one asks again.
  const later = () => void import("./state/device/worker.svelte").then(({ startWorker }) => startWorker(offerUpdate), () => undefined);
  if (document.readyState === "complete") setTimeout(later, 1000);
  else addEventListener("load", () => setTimeout(later, 1000));
}
