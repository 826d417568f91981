/** What pages and the worker of play without a server tell each other. */

export type ToWorker =
  | { readonly type: "start"; readonly language: string; readonly code: string; readonly networks: string }
  | { readonly type: "ask"; readonly id: number; readonly method: string; readonly path: string; readonly body: string }
  | { readonly type: "open"; readonly socket: number; readonly path: string }
  | { readonly type: "say"; readonly socket: number; readonly frame: string }
  | { readonly type: "close"; readonly socket: number };

export type FromWorker =
  /** How much of the first download is there, in bytes. */
  | { readonly type: "progress"; readonly loaded: number; readonly total: number }
  | { readonly type: "ready" }
  /** It cannot start: the files cannot be had, or the browser lacks something. */
  | { readonly type: "failed"; readonly why: string }
  | { readonly type: "answer"; readonly id: number; readonly status: number; readonly body: string; readonly isText: boolean }
  | { readonly type: "opened"; readonly socket: number }
  | { readonly type: "frame"; readonly socket: number; readonly frame: string }
  | { readonly type: "closed"; readonly socket: number; readonly code: number; readonly reason: string };
