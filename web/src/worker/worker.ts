/**
 * The service worker. It caches the app's own files, whose names contain their hashes, shows a page without a
 * connection, and shows notifications. It never handles the server's data (`/api`), and pages always come from the
 * server.
 *
 * A new worker waits until all pages of the old one are closed. So no page changes or reloads while it is used; pages
 * of a newer client work with either. A page without ongoing activity offers the switch earlier.
 */

import { type Kept, NETWORKS, SHELL, type Texts, isOurs, noticeOf, offline, tableAt } from "./plain";

interface Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
}
/** The part of the worker's API that is used; its types and the pages' cannot be loaded together. */
interface Worker {
  readonly location: Location;
  readonly navigator: Navigator & { setAppBadge?(): Promise<void>; readonly connection?: { readonly saveData?: boolean } };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: "activate", heard: (event: Event) => void): void;
  addEventListener(type: "message", heard: (event: Event & { readonly data: unknown }) => void): void;
  addEventListener(type: "fetch", heard: (event: Event & { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void): void;
  addEventListener(type: "push", heard: (event: Event & { readonly data: { text(): string } | null }) => void): void;
  addEventListener(type: "notificationclick", heard: (event: Event & { readonly notification: Notification }) => void): void;
}

/** The names of all built files, and the texts of the offline page: the build inserts them. */
declare const __FILES__: readonly string[];
declare const __TEXTS__: Readonly<Record<string, Texts>>;

const worker = self as unknown as Worker;
const FILES = "quincunx-files";
const BESIDE = "quincunx-shell";
const KEPT = "quincunx-kept";
const WHOLE_AFTER = 10_000;
/** A file is the same for all request headers. */
const ANY = { ignoreVary: true };
const PRESENT = __FILES__;
/** Identity of the build, stored with the caches. */
const ALL = PRESENT.join();

/** The folder of the app's files: at a server the root. */
const FOLDER = new URL(".", worker.location.href).href;
const LANGUAGE = `${FOLDER}language`;
const WHOLE = `${FOLDER}whole`;

worker.addEventListener("activate", (event) => event.waitUntil(forgetOldFiles()));

async function forgetOldFiles(): Promise<void> {
  // Another page may be in a game, and need files of the previous client; they are deleted at the next start.
  if ((await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).length > 1) return;
  const present = new Set(PRESENT);
  const files = await caches.open(FILES);
  for (const request of await files.keys()) {
    // Other sites of the same host cache their files beside ours.
    if (request.url.startsWith(FOLDER) && !present.has(request.url.slice(FOLDER.length))) await files.delete(request);
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = isOurs(request.method, request.url, FOLDER, request.mode);
  if (kind === "file") event.respondWith(file(request).catch(() => Response.error()));
  else if (kind === "shell") event.respondWith(beside(request).catch(() => Response.error()));
  else if (kind) event.respondWith(page(request, kind === "page"));
});

async function file(request: Request): Promise<Response> {
  const files = await caches.open(FILES);
  const known = await files.match(request, ANY);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.status === 200 && answer.type === "basic") await files.put(request, answer.clone());
  return answer;
}

async function page(request: Request, isApp: boolean): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const app = await whole();
    return (isApp && app) || offline(__TEXTS__, await language(), app ? FOLDER : null);
  }
}

/** Return the app's page if everything that it needs offline is cached: all addresses share it. */
async function whole(): Promise<Response | undefined> {
  const kept = await caches.open(KEPT);
  const isWhole = (await (await kept.match(WHOLE))?.text()) === ALL;
  return isWhole ? (await caches.open(BESIDE)).match(FOLDER, ANY) : undefined;
}

/** Return a file beside the built ones from the server; without a connection, from the cache. */
async function beside(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await (await caches.open(BESIDE)).match(request, ANY);
    if (known) return known;
    throw error;
  }
}

/** Load all uncached files, and the files beside them anew: they belong together. */
async function keepWhole(): Promise<void> {
  const fresh: [string, Response][] = [];
  for (const path of SHELL.map((name) => FOLDER + name)) {
    const answer = await fetch(path, { cache: "no-cache" });
    if (answer.status !== 200) return;
    // Read the body at once: an unread one holds up later responses.
    fresh.push([path, new Response(await answer.arrayBuffer(), { headers: answer.headers })]);
  }
  // The server may have a newer client already, which belongs to another service worker.
  const page = await fresh[0]![1].clone().text();
  if ([...page.matchAll(/"\.?\/(assets\/[^"]+)"/g)].some(([, name]) => !PRESENT.includes(name!))) return;
  const files = await caches.open(FILES);
  for (const path of PRESENT.map((name) => FOLDER + name)) {
    if (await files.match(path, ANY)) continue;
    const answer = await fetch(path);
    if (answer.status !== 200) return;
    await files.put(path, answer);
  }
  const shell = await caches.open(BESIDE);
  for (const [path, answer] of fresh) await shell.put(path, answer);
  await (await caches.open(KEPT)).put(WHOLE, new Response(ALL));
  const networks = await fetch(FOLDER + NETWORKS, { cache: "no-cache" });
  if (networks.status === 200) await shell.put(FOLDER + NETWORKS, networks);
}

/** Return the reader's language as the pages stored it; before that the device's. */
async function language(): Promise<string> {
  const kept = await (await caches.open(KEPT)).match(LANGUAGE);
  return kept ? kept.text() : worker.navigator.language;
}

/** Run this later. */
const later = (work: () => Promise<void>) => new Promise<void>((done) => setTimeout(() => void work().then(done, () => done()), WHOLE_AFTER));

worker.addEventListener("message", (event) => {
  const said = (event.data as Partial<Kept> | null)?.language;
  if ((event.data as Partial<Kept> | null)?.update) event.waitUntil(worker.skipWaiting());
  if ((event.data as Partial<Kept> | null)?.whole) event.waitUntil(keepWhole());
  // A page sends it after it has loaded everything that it needs itself. Then offline play is loaded, unless the
  // connection saves data.
  if (typeof said === "string" && !worker.navigator.connection?.saveData) event.waitUntil(later(keepWhole));
  if (typeof said === "string") event.waitUntil(caches.open(KEPT).then((kept) => kept.put(LANGUAGE, new Response(said))));
});

worker.addEventListener("push", (event) => {
  const { title, options } = noticeOf(event.data?.text() ?? "");
  event.waitUntil(Promise.all([worker.registration.showNotification(title, options), worker.navigator.setAppBadge?.().catch(() => undefined)]));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path?: string } | null)?.path ?? "/"));
});

async function open(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => tableAt(url) === tableAt(new URL(path, worker.location.origin).href));
  await (path.startsWith("/t/") && there ? there.focus() : worker.clients.openWindow(path));
}
