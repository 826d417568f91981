/**
 * Play on this device: the worker that runs the same rules as the server, with its answers and sockets. The first
 * request starts it. It answers in the server's place while the server cannot be reached.
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

/** Address of the package's sources at the server or site. */
const CODE = `${root}local/code.zip`;
/** Address of the bots' networks, which are loaded while the first game is played. */
const NETWORKS = `${root}local/networks.zip`;
/** Milliseconds between checks whether the server is back. */
const CHECK_MS = 4_000;
/** Close code of a socket whose other end has moved: it reconnects at once. */
const ELSEWHERE = 1012;
const OWN_TABLES = "/api/me/socket";
const MOST_KEPT = 12;
const LOST = 1006;

/** The paths of the server's API that the worker can answer. */
const ANSWERED = /^\/api\/(?:me(?:\/tables)?|lobby|days(?:\/.*)?|tables|tables\/(?:local|record)-.*|records|studies\/(?!tables\/).*|puzzles(?:\/.*)?)$/;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isText: boolean;
}

export class LocalPlay {
  /** Time of the first failed request to the server; 0 while it answers. */
  lostAt = 0;
  /** False if the last start failed: parts are missing, or the browser cannot run them. */
  canStart = $state(true);
  #isChecking = false;
  #worker: Worker | null = null;
  #ready: Promise<void> | null = null;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  readonly #sockets = new Map<number, { readonly path: string; readonly transport: Transport }>();
  #last = 0;

  constructor(
    private readonly createWorker: () => Worker = () => new Worker(new URL("../../local/local-play.ts", import.meta.url), { type: "module" }),
    private readonly isServed: () => Promise<boolean> = async () => (await fetch(`${root}health/live`, { cache: "no-store" })).ok,
    private readonly later = wait,
  ) {}

  /** Start the worker; safe to call often. Rejects if it cannot run here. */
  start(): Promise<void> {
    this.#ready ??= new Promise<void>((resolve, reject) => {
      place.starting = 0;
      const worker = this.createWorker();
      this.#worker = worker;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "ready") {
          this.canStart = true;
          this.#rememberTables();
          this.#handInDays();
          resolve();
        }
        else if (data.type === "failed") {
          reject(new Error(data.why));
          this.#stop();
        }
        this.#onMessage(data);
      };
      worker.onerror = () => reject(new Error("the worker does not load"));
      this.#post({ type: "start", language: language(), code: CODE, networks: NETWORKS });
    }).catch((error: unknown) => {
      this.#stop();
      this.canStart = false;
      throw error;
    });
    return this.#ready;
  }

  /** Stop the worker, which has failed. A later start may succeed: the lines of open sockets try that. */
  #stop(): void {
    this.#worker?.terminate();
    this.#worker = this.#ready = place.starting = null;
    for (const answer of this.#asked.values()) answer({ status: 500, body: "", isText: true });
    this.#asked.clear();
    for (const socket of [...this.#sockets.keys()]) this.#closed(socket, LOST, "");
  }

  /**
   * Answer a request on this device; `null` if it cannot. After a request that did not reach the server, this device
   * answers in its place until the server is back.
   */
  async respond(path: string, asked: RequestInit): Promise<Response | null> {
    const isServers = !isOurs(path);
    if (isServers) this.#onLost();
    if (!ANSWERED.test(path.split("?")[0]!)) return null;
    try {
      await this.start();
    } catch {
      return null;
    }
    if (isServers && !isSite) {
      // The server may have answered while this device started.
      if (!this.lostAt) return fetch(path, asked).catch(() => null);
      place.isHere = place.isLost = true;
    }
    const id = ++this.#last;
    const { status, body, isText } = await new Promise<Answer>((resolve) => {
      this.#asked.set(id, resolve);
      this.#post({ type: "ask", id, method: asked.method ?? "GET", path, body: typeof asked.body === "string" ? asked.body : "" });
    });
    if (status === 200 && !isSite) remember(path, asked, body);
    return new Response(body, { status, headers: { "content-type": isText ? "text/plain;charset=utf-8" : "application/json" } });
  }

  /** Save the answer to a request as a file. */
  async save(path: string): Promise<void> {
    const response = await this.respond(path, {});
    if (response?.ok) saveText(`quincunx-${/\/tables\/([^/]+)/.exec(path)?.[1] ?? "game"}.txt`, await response.text());
  }

  /** Check whether the server is lost, and then until it is back. */
  #onLost(): void {
    // A start takes longer than a page's opening, which may send more requests meanwhile.
    this.lostAt ||= Date.now();
    if (this.#isChecking || isSite) return;
    this.#isChecking = true;
    void this.#checkServer();
  }

  /** Connect a page's end of a socket with the worker. */
  connect(path: string, transport: Transport): void {
    const socket = ++this.#last;
    this.#sockets.set(socket, { path, transport });
    transport.send = (frame) => this.#post({ type: "say", socket, frame });
    transport.close = () => {
      this.#sockets.delete(socket);
      this.#post({ type: "close", socket });
    };
    this.start().then(
      () => this.#post({ type: "open", socket, path }),
      () => this.#closed(socket, LOST, ""),
    );
  }

  /** Keep the remembered lines of this device's tables up to date: pages show them before the worker starts. */
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
    this.#post({ type: "open", socket, path: OWN_TABLES });
  }

  /** Pass the stored daily challenges to the worker. */
  #handInDays(): void {
    const past = kept(PAST_DAYS);
    if (past) this.#post({ type: "ask", id: ++this.#last, method: "PUT", path: "/api/days", body: past });
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #onMessage(said: FromWorker): void {
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

  /** Check whether the server is back: then all requests but those for local games go there again. */
  async #checkServer(): Promise<void> {
    if (!(await this.isServed().catch(() => false))) {
      place.isLost = true;
      this.later(CHECK_MS, () => void this.#checkServer());
      return;
    }
    const wasLost = place.isLost;
    place.isHere = place.isLost = this.#isChecking = false;
    this.lostAt = 0;
    if (!wasLost) return;
    void guest.check().then(sendAnswers);
    for (const [socket, { path, transport }] of [...this.#sockets]) {
      if (path !== OWN_TABLES || !transport.onclose) continue;
      transport.close();
      transport.onclose?.(ELSEWHERE, "");
      this.#sockets.delete(socket);
    }
  }
}

/** Pages that need a server. */
const SERVED = /^(?:account|clubs?|community|confirm|enter|invited|moderation|person|program|review|study|text|tournaments?)$/;
const needsServer = (route: Route) => SERVED.test(route.page) || (route.page === "day" && route.date === "today") || (route.page === "replay" && !isOurs(route.id));
/** Milliseconds after its opening in which a page has received no data yet. */
const OPENING_MS = 5000;

/** Mark pages that lack a server. A page loaded before the loss stays, with the user's input. */
export function watchPages(): () => void {
  let openedAt = Date.now();
  const isOpening = () => local.lostAt - openedAt < OPENING_MS;
  return $effect.root(() => {
    $effect.pre(() => {
      const isServed = needsServer(router.route);
      openedAt = Date.now();
      place.isLacking = isServed && untrack(() => place.isLost);
    });
    $effect.pre(() => {
      place.isLacking = place.isLost && untrack(() => place.isLacking || (needsServer(router.route) && isOpening()));
    });
  });
}

/** Save records of this device's games as files: no server has them. */
function saveRecords(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null;
  if (!link || !isOurs(link.pathname)) return;
  event.preventDefault();
  void local.save(link.pathname);
}

export const local = new LocalPlay();
watchPages();
addEventListener("click", saveRecords);
