/**
 * Play without a server: the server's Python in a worker of the page. This module decides nothing itself. Calls of
 * Python run one after another, and no answer is sent before its data is on disk.
 */

import type { PyProxy } from "pyodide/ffi";
import { LocalDatabase } from "./database";
import type { FromWorker, ToWorker } from "./messages";
import { loadNetworks, loadPython } from "./python";

/** The Python object that handles requests (`quincunx.local.browser.BrowserServer`). */
interface Server extends PyProxy {
  ask(method: string, path: string, body: string): Promise<PyProxy & { toJs(): [number, string, boolean] }>;
  open(socket: number, path: string): Promise<boolean>;
  receive(socket: number, frame: string): Promise<void>;
  close(socket: number): Promise<void>;
  act(): Promise<void>;
  on_appended(table: string): Promise<void>;
  wait(): number;
}
interface Module extends PyProxy {
  create(database: unknown, host: unknown, language: string): Server;
}

/** Notifies other tabs of this device of a changed table. */
const others = new BroadcastChannel("quincunx-local");
const post = (message: FromWorker) => postMessage(message);

const host = {
  seed: () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  now: () => Date.now(),
  steady: () => performance.now() / 1000,
  send: (socket: number, frame: string) => post({ type: "frame", socket, frame }),
  close: (socket: number, code: number, reason: string) => post({ type: "closed", socket, code, reason }),
};

let server: Server | null = null;
/** The running call; the next one waits for it. */
let queue: Promise<unknown> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;

function next(work: (server: Server) => Promise<unknown>): void {
  queue = queue
    .then(() => (server ? work(server) : undefined))
    .catch((error: unknown) => {
      console.error(error);
      // An interpreter that has run out of memory never works again; the page starts another one.
      if ((error as { readonly pyodide_fatal_error?: boolean }).pyodide_fatal_error) post({ type: "failed", why: String(error) });
    })
    .then(schedule);
}

/** Schedule the system's next due action: a bot's move, a deadline, a list. */
function schedule(): void {
  clearTimeout(timer);
  const wait = server?.wait() ?? -1;
  if (wait >= 0) timer = setTimeout(() => next((it) => it.act()), Math.min(wait * 1000, 2 ** 31 - 1));
}

async function start({ language, code, networks }: Extract<ToWorker, { type: "start" }>): Promise<void> {
  try {
    const [database, python] = await Promise.all([LocalDatabase.open(), loadPython(code, (loaded, total) => post({ type: "progress", loaded, total }))]);
    // Entries in memory may have gone from the disk: the page starts another worker, which reads what is there.
    database.onclose = () => post({ type: "failed", why: "the database was closed" });
    const told = {
      append: async (...entry: Parameters<LocalDatabase["append"]>) => {
        const said = await database.append(...entry);
        if (said === "stored") others.postMessage(entry[0]);
        return said;
      },
      read: (table: string, after: number) => database.read(table, after),
      rows: () => database.rows(),
      get: (name: string) => database.get(name),
      put: (name: string, value: string) => database.put(name, value),
    };
    server = (python.pyimport("quincunx.local.browser") as Module).create(told, host, language);
    post({ type: "ready" });
    // Until the networks are loaded, or if that fails, the strongest baseline plays their levels.
    void loadNetworks(python, networks).then((unpack) => next(async () => unpack()), (error: unknown) => console.warn(String(error)));
  } catch (error) {
    post({ type: "failed", why: String(error) });
  }
}

async function ask(it: Server, { id, method, path, body }: Extract<ToWorker, { type: "ask" }>): Promise<void> {
  try {
    const answer = await it.ask(method, path, body);
    const [status, said, isText] = answer.toJs();
    answer.destroy();
    post({ type: "answer", id, status, body: said, isText });
  } catch (error) {
    post({ type: "answer", id, status: 500, body: "", isText: true });
    throw error;
  }
}

async function open(it: Server, { socket, path }: Extract<ToWorker, { type: "open" }>): Promise<void> {
  if (await it.open(socket, path)) post({ type: "opened", socket });
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case "start":
      queue = start(data).then(schedule);
      break;
    case "ask":
      next((it) => ask(it, data));
      break;
    case "open":
      next((it) => open(it, data));
      break;
    case "say":
      next((it) => it.receive(data.socket, data.frame));
      break;
    case "close":
      next((it) => it.close(data.socket));
      break;
  }
};
others.onmessage = ({ data }: MessageEvent<string>) => next((it) => it.on_appended(data));
