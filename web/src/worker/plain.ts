/** Decisions and texts of the service worker, free of its API. */

/** A message from a page to the worker. */
export interface Kept {
  readonly language: string;
  /** Cache everything that offline play needs. */
  readonly whole: true;
  /** Replace the active service worker. */
  readonly update: true;
}

/**
 * Files beside the built ones, in the app's folder: the page itself, its first scripts, and the rules for play on this
 * device.
 */
export const SHELL: readonly string[] = ["", "theme.js", "favicon.svg", "manifest.webmanifest", "icon-192.png", "local/code.zip"];

export interface Texts {
  /** Language and script, as in a page's `lang`. */
  readonly lang: string;
  readonly offlineTitle: string;
  readonly offline: string;
  readonly again: string;
  readonly home: string;
}

/** A page that a notification may open. */
const PAGE = /^\/(?:[a-z0-9_-]+\/?)*$/i;
const TABLE = /^\/t\/([A-Za-z0-9_-]+)/;

/** The networks of bots: offline play starts without them. */
export const NETWORKS = "local/networks.zip";

/**
 * Return whether the worker handles a request: a built file comes from its cache, a page may be replaced by the offline
 * page. `folder` is the app's: at a server the root. Documents are pages outside the app.
 */
export function isOurs(method: string, url: string, folder: string, mode: string): "file" | "page" | "document" | "shell" | null {
  if (method !== "GET" || !url.startsWith(folder)) return null;
  const path = url.slice(folder.length).replace(/[?#].*/, "");
  if (path.startsWith("api/")) return null;
  if (path.startsWith("assets/")) return "file";
  if (mode === "navigate") return /^docs(?:\/|$)/.test(path) ? "document" : "page";
  return path === NETWORKS || SHELL.includes(path) ? "shell" : null;
}

/** Return the table at an address; `null` if there is none. */
export const tableAt = (url: string): string | null => TABLE.exec(new URL(url).pathname)?.[1] ?? null;

interface Shown {
  readonly title: string;
  readonly options: NotificationOptions & { renotify: boolean };
}

/** Return the notification for a message of the server; invalid messages need one too. */
export function noticeOf(text: string): Shown {
  let said: Record<string, unknown> = {};
  try {
    said = (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    // The message was not our server's.
  }
  const { title, body, table, path: page } = said;
  const path = typeof table === "string" && TABLE.test(`/t/${table}`) ? `/t/${table}` : typeof page === "string" && PAGE.test(page) ? page : "/";
  return {
    title: typeof title === "string" ? title : "Quincunx",
    // The next turn's notification at a table replaces the last one.
    options: { body: typeof body === "string" ? body : "", tag: path, renotify: true, icon: "/icon-192.png", data: { path } },
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Seconds until the offline page requests the wanted page again. */
const AGAIN_SECONDS = 5;

/**
 * Return an offline page in the reader's language. It loads nothing, not even an icon. A refresh, which needs no
 * script, requests the wanted page again, and returns this page while the server is away. `home` is the address of the
 * app, if it works offline.
 */
export function offline(texts: Readonly<Record<string, Texts>>, language: string, home: string | null): Response {
  const code = language.toLowerCase().split("-")[0]!;
  const words = texts[code] ?? texts["en"]!;
  const style =
    ":root{color-scheme:light dark;--p:#f4eee2;--i:#2a251f;--r:#c0392b}@media(prefers-color-scheme:dark){:root{--p:#1b1815;--i:#efe7d8;--r:#e0604e}}" +
    "body{display:grid;place-content:center;min-height:100vh;min-height:100dvh;margin:0;padding:0 1.2rem;box-sizing:border-box;background:var(--p);color:var(--i);font:1.06rem/1.5 Georgia,serif;text-align:center}" +
    "main{max-width:30rem}h1{margin:1rem 0 .4rem;font-size:1.9rem;line-height:1.2}p{margin:0 0 1.2rem}" +
    "a{display:inline-grid;place-items:center;min-height:48px;padding:0 1.6rem;border-radius:999px;background:var(--i);color:var(--p);font-weight:600;text-decoration:none}a.home{background:none;color:var(--i);text-decoration:underline}";
  const dot = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="3" fill="var(--p)"/>`;
  const mark = `<svg width="56" height="56" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="var(--i)"/>${dot(9.5, 9.5)}${dot(22.5, 9.5)}${dot(9.5, 22.5)}${dot(22.5, 22.5)}<circle cx="16" cy="16" r="3.4" fill="var(--r)"/></svg>`;
  const html = `<!doctype html><html lang="${words.lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="refresh" content="${AGAIN_SECONDS}"><link rel="icon" href="data:,"><title>${escaped(words.offlineTitle)} · Quincunx</title><style>${style}</style><main>${mark}<h1>${escaped(words.offlineTitle)}</h1><p>${escaped(words.offline)}</p><p><a href="">${escaped(words.again)}</a></p>${home ? `<p><a class="home" href="${escaped(home)}">${escaped(words.home)}</a></p>` : ""}</main></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "retry-after": String(AGAIN_SECONDS),
    },
  });
}
