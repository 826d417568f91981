/**
 * Play on this device: the worker that runs the same rules as the server, its answers and its sockets. It is started by
 * the first request for it, and takes over what the server would answer while that cannot be reached.
 */

import { untrack } from "svelte";
import { language } from "../../i18n/index.svelte";
import { type Route, router } from "../../router.svelte";
import type { FromWorker, ToWorker } from "../../local/messages";
import type { MyServerFrame, MyTable } from "../../wire/types";
import type { Transport } from "../device/environment";
import { wait } from "../device/environment";
import { saveText } from "../device/files";
import { LOCAL_TABLES, keep, kept } from "../device/preferences.svelte";
import { PAST_DAYS } from "../day/days";
import { guest } from "../people/guest.svelte";
import { isSite, root } from "../server/address";
import { remember, sendAnswers } from "./unsent";
import { isOurs, place } from "../server/place.svelte";

/** The package's sources, as the server or the site has them. */
const CODE = `${root}local/code.zip`;
/** The networks of bots, which come while the first game is played. */
const NETWORKS = `${root}local/networks.zip`;
/** How often it is looked whether the server is back. */
const LOOK_MS = 4_000;
/** With these a socket is closed whose other end is elsewhere now: it comes back at once. */
const ELSEWHERE = 1012;
const OWN_TABLES = "/api/me/socket";
const MOST_KEPT = 12;
const LOST = 1006;

/** What the worker answers, of all that a server does. */
const ANSWERED = /^\/api\/(?:me(?:\/tables)?|lobby|days(?:\/.*)?|tables|tables\/(?:local|record)-.*|records|studies\/(?!tables\/).*|puzzles(?:\/.*)?)$/;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isText: boolean;
}

export class LocalPlay {
  /** When the server was first asked in vain; 0 while it answers. */
  lostAt = 0;
  #worker: Worker | null = null;
  #ready: Promise<void> | null = null;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  readonly #sockets = new Map<number, { readonly path: string; readonly transport: Transport }>();
  #last = 0;

  constructor(
    private readonly begin: () => Worker = () => new Worker(new URL("../../local/local-play.ts", import.meta.url), { type: "module" }),
    private readonly isServed: () => Promise<boolean> = async () => (await fetch(`${root}health/live`, { cache: "no-store" })).ok,
    private readonly later = wait,
  ) {}

  /** Start the worker; safe to call often. Fails if it cannot run here. */
  start(): Promise<void> {
    this.#ready ??= new Promise<void>((resolve, reject) => {
      place.starting = 0;
      const worker = this.begin();
      this.#worker = worker;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "ready") {
          this.#rememberTables();
          this.#handInDays();
          resolve();
        }
        else if (data.type === "failed") reject(new Error(data.why));
        this.#heard(data);
      };
      worker.onerror = () => reject(new Error("the worker does not load"));
      this.#tell({ type: "start", language: language(), code: CODE, networks: NETWORKS });
    }).catch((error: unknown) => {
      this.#worker?.terminate();
      this.#worker = this.#ready = place.starting = null; // another time it may be possible
      throw error;
    });
    return this.#ready;
  }

  /** The answer to a request that this device can answer; `null` for any other, and where play here is impossible. One
   * that the server could not be asked makes this device answer in its place until it is back. */
  async answer(path: string, asked: RequestInit): Promise<Response | null> {
    if (!ANSWERED.test(path.split("?")[0]!)) return null;
    // To start takes longer than a page needs to open, which may ask more than once meanwhile.
    if (!place.isHere) this.lostAt ||= Date.now();
    try {
      await this.start();
    } catch {
      this.lostAt = 0;
      return null;
    }
    if (!isOurs(path)) this.#takeOver();
    const id = ++this.#last;
    const { status, body, isText } = await new Promise<Answer>((resolve) => {
      this.#asked.set(id, resolve);
      this.#tell({ type: "ask", id, method: asked.method ?? "GET", path, body: typeof asked.body === "string" ? asked.body : "" });
    });
    if (status === 200 && !isSite) remember(path, asked, body);
    return new Response(body, { status, headers: { "content-type": isText ? "text/plain;charset=utf-8" : "application/json" } });
  }

  /** Give the answer to a request as a file. */
  async save(path: string): Promise<void> {
    const response = await this.answer(path, {});
    if (response?.ok) saveText(`quincunx-${/\/tables\/([^/]+)/.exec(path)?.[1] ?? "game"}.txt`, await response.text());
  }

  #takeOver(): void {
    if (place.isHere) return;
    place.isHere = true;
    this.later(LOOK_MS, () => void this.#look());
  }

  /** Connect a socket's end in a page with the worker. */
  connect(path: string, transport: Transport): void {
    const socket = ++this.#last;
    this.#sockets.set(socket, { path, transport });
    transport.send = (frame) => this.#tell({ type: "say", socket, frame });
    transport.close = () => {
      this.#sockets.delete(socket);
      this.#tell({ type: "close", socket });
    };
    this.start().then(
      () => this.#tell({ type: "open", socket, path }),
      () => this.#closed(socket, LOST, ""),
    );
  }

  /** Keep the lines of this device's tables up to date: pages show them before anything is started. */
  #rememberTables(): void {
    let tables: readonly MyTable[] = [];
    const transport = { onopen: null, onclose: null, send() {}, close() {} } as unknown as Transport;
    transport.onmessage = (data) => {
      const frame = JSON.parse(data) as MyServerFrame;
      if (frame.type !== "my_tables") return;
      const gone = new Set([...frame.gone, ...frame.tables.map(({ id }) => id)]);
      tables = [...frame.tables, ...(frame.whole ? [] : tables.filter(({ id }) => !gone.has(id)))];
      keep(LOCAL_TABLES, JSON.stringify(tables.slice(0, MOST_KEPT)));
    };
    const socket = ++this.#last;
    this.#sockets.set(socket, { path: OWN_TABLES, transport });
    this.#tell({ type: "open", socket, path: OWN_TABLES });
  }

  /** Let this device know the daily challenges that were kept. */
  #handInDays(): void {
    const past = kept(PAST_DAYS);
    if (past) this.#tell({ type: "ask", id: ++this.#last, method: "PUT", path: "/api/days", body: past });
  }

  #tell(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #heard(said: FromWorker): void {
    switch (said.type) {
      case "progress":
        place.starting = said.loaded / said.total;
        break;
      case "ready":
      case "failed":
        place.starting = null;
        break;
      case "answer":
        this.#asked.get(said.id)?.(said);
        this.#asked.delete(said.id);
        break;
      case "opened":
        this.#sockets.get(said.socket)?.transport.onopen?.();
        break;
      case "frame":
        this.#sockets.get(said.socket)?.transport.onmessage?.(said.frame);
        break;
      case "closed":
        this.#closed(said.socket, said.code, said.reason);
        break;
    }
  }

  #closed(socket: number, code: number, reason: string): void {
    const found = this.#sockets.get(socket);
    this.#sockets.delete(socket);
    found?.transport.onclose?.(code, reason);
  }

  /** Whether the server is back: then everything but what was begun here goes on there by itself. */
  async #look(): Promise<void> {
    if (!(await this.isServed().catch(() => false))) {
      this.later(LOOK_MS, () => void this.#look());
      return;
    }
    place.isHere = false;
    this.lostAt = 0;
    void guest.check().then(sendAnswers);
    for (const [socket, { path, transport }] of [...this.#sockets]) {
      if (path !== OWN_TABLES || !transport.onclose) continue;
      transport.close();
      transport.onclose?.(ELSEWHERE, "");
      this.#sockets.delete(socket);
    }
  }
}

/** Pages that only a server can fill. */
const SERVED = /^(?:account|clubs?|community|confirm|enter|invited|person|program|review|study|tournaments?)$/;
const needsServer = (route: Route) => SERVED.test(route.page) || (route.page === "day" && route.date === "today");
/** A page that was opened so lately has been given nothing yet. */
const OPENING_MS = 5000;

/** Say which pages lack a server. One that was there before the line was lost stays, with what was written on it. */
export function watchPages(): () => void {
  let openedAt = Date.now();
  const isOpening = () => local.lostAt - openedAt < OPENING_MS;
  return $effect.root(() => {
    $effect.pre(() => {
      const isServed = needsServer(router.route);
      openedAt = Date.now();
      place.isLacking = isServed && untrack(() => place.isHere);
    });
    $effect.pre(() => {
      place.isLacking = place.isHere && untrack(() => place.isLacking || (needsServer(router.route) && isOpening()));
    });
  });
}

/** Give records of this device's games as files: no server has them. */
function saveRecords(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null;
  if (!link || !isOurs(link.pathname)) return;
  event.preventDefault();
  void local.save(link.pathname);
}

export const local = new LocalPlay();
watchPages();
addEventListener("click", saveRecords);
