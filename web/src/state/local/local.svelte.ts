/**
 * Play on this device: the worker that runs the same rules as the server, its answers and its sockets. It is started by
 * the first request for it, and takes over what the server would answer while that cannot be reached.
 */

import { language } from "../../i18n/index.svelte";
import type { FromWorker, ToWorker } from "../../local/messages";
import type { Transport } from "../device/environment";
import { wait } from "../device/environment";
import { saveText } from "../device/files";
import { guest } from "../people/guest.svelte";
import { isSite, root } from "../server/address";
import { isOurs, place } from "../server/place";

/** The package's sources, as the server or the site has them. */
const CODE = `${root}local/code.zip`;
/** The networks of bots, which come while the first game is played. */
const NETWORKS = `${root}local/networks.zip`;
/** How often it is looked whether the server is back. */
const LOOK_MS = 4_000;
/** With these a socket is closed whose other end is elsewhere now: it comes back at once. */
const ELSEWHERE = 1012;
const LOST = 1006;

/** What the worker answers, of all that a server does. */
const ANSWERED = /^\/api\/(?:me(?:\/tables)?|lobby|tables|tables\/(?:local|record)-.*|records|studies\/(?!tables\/).*|puzzles(?:\/.*)?)$/;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isText: boolean;
}

export class LocalPlay {
  /** The first download, in bytes; `null` unless one is under way. */
  progress = $state.raw<{ readonly loaded: number; readonly total: number } | null>(null);
  /** The device answers in place of a server that cannot be reached. */
  isServing = $state(isSite);
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
      const worker = this.begin();
      this.#worker = worker;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "ready") resolve();
        else if (data.type === "failed") reject(new Error(data.why));
        this.#heard(data);
      };
      worker.onerror = () => reject(new Error("the worker does not load"));
      this.#tell({ type: "start", language: language(), code: CODE, networks: NETWORKS });
    }).catch((error: unknown) => {
      this.#worker?.terminate();
      this.#worker = this.#ready = this.progress = null; // another time it may be possible
      throw error;
    });
    return this.#ready;
  }

  /** The answer to a request that this device can answer; `null` for any other, and where play here is impossible. One
   * that the server could not be asked makes this device answer in its place until it is back. */
  async answer(path: string, asked: RequestInit): Promise<Response | null> {
    if (!ANSWERED.test(path.split("?")[0]!)) return null;
    try {
      await this.start();
    } catch {
      return null;
    }
    if (!isOurs(path)) this.#takeOver();
    const id = ++this.#last;
    const { status, body, isText } = await new Promise<Answer>((resolve) => {
      this.#asked.set(id, resolve);
      this.#tell({ type: "ask", id, method: asked.method ?? "GET", path, body: typeof asked.body === "string" ? asked.body : "" });
    });
    return new Response(body, { status, headers: { "content-type": isText ? "text/plain;charset=utf-8" : "application/json" } });
  }

  /** Give the answer to a request as a file. */
  async save(path: string): Promise<void> {
    const response = await this.answer(path, {});
    if (response?.ok) saveText(`quincunx-${/\/tables\/([^/]+)/.exec(path)?.[1] ?? "game"}.txt`, await response.text());
  }

  #takeOver(): void {
    if (this.isServing) return;
    this.isServing = place.isHere = true;
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

  #tell(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #heard(said: FromWorker): void {
    switch (said.type) {
      case "progress":
        this.progress = { loaded: said.loaded, total: said.total };
        break;
      case "ready":
      case "failed":
        this.progress = null;
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
    this.isServing = place.isHere = false;
    void guest.check();
    for (const [socket, { path, transport }] of [...this.#sockets]) {
      if (path !== "/api/me/socket") continue;
      transport.close();
      transport.onclose?.(ELSEWHERE, "");
      this.#sockets.delete(socket);
    }
  }
}

export const local = new LocalPlay();
