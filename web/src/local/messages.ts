/** Messages between pages and the worker of offline play. */

export type ToWorker =
  | { readonly type: "start"; readonly language: string; readonly code: string; readonly networks: string }
  | { readonly type: "ask"; readonly id: number; readonly method: string; readonly path: string; readonly body: string }
  | { readonly type: "open"; readonly socket: number; readonly path: string }
  | { readonly type: "say"; readonly socket: number; readonly frame: string }
  | { readonly type: "close"; readonly socket: number };

export type FromWorker =
  /** Progress of the first download, in bytes. */
  | { readonly type: "progress"; readonly loaded: number; readonly total: number }
  | { readonly type: "ready" }
  /** The worker cannot start: its files cannot be loaded, or the browser lacks a feature. */
  | { readonly type: "failed"; readonly why: string }
  | { readonly type: "answer"; readonly id: number; readonly status: number; readonly body: string; readonly isText: boolean }
  | { readonly type: "opened"; readonly socket: number }
  | { readonly type: "frame"; readonly socket: number; readonly frame: string }
  | { readonly type: "closed"; readonly socket: number; readonly code: number; readonly reason: string };
