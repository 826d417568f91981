/** Answers to puzzles that were given without a server: sent once it answers. It judges them again, and counts each
 * puzzle once, in streaks alone. */

import { UNSENT, keep, kept } from "../device/preferences.svelte";
import { ApiError, ask } from "../server/api";
import { place } from "../server/place.svelte";

interface Unsent {
  readonly path: string;
  readonly move: unknown;
}

const ANSWER = /^\/api\/puzzles\/(?!.*\/run\/)[^/]+\/[^/]+\/answer$/;
const MOST = 500;

function all(): readonly Unsent[] {
  try {
    return JSON.parse(kept(UNSENT) ?? "[]") as readonly Unsent[];
  } catch {
    return [];
  }
}

/** Keep an answer, if this was a request with one and it was a first answer. */
export function remember(path: string, asked: RequestInit, answer: string): void {
  if (asked.method !== "POST" || !ANSWER.test(path) || typeof asked.body !== "string") return;
  if (!(JSON.parse(answer) as { readonly counts?: boolean }).counts) return;
  const { move } = JSON.parse(asked.body) as { readonly move: unknown };
  keep(UNSENT, JSON.stringify([...all().slice(1 - MOST), { path, move }]));
}

let isSending = false;

/** Send what is kept, until the server does not answer or has had enough; the rest waits for another time. */
export async function sendAnswers(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let [next, ...rest] = all(); next && !place.isHere; [next, ...rest] = all()) {
      try {
        await ask(next.path, "POST", { move: next.move, offline: true });
      } catch (error) {
        const kind = error instanceof ApiError ? error.reason.kind : null;
        // A puzzle that is no longer there, say, is not asked for again.
        if (kind !== "unknown" && kind !== "malformed" && kind !== "rule") return;
      }
      keep(UNSENT, JSON.stringify(rest));
    }
  } finally {
    isSending = false;
  }
}
