/**
 * Answers to puzzles given offline, sent once the server answers. The server judges them again, and counts each puzzle
 * once, in streaks alone.
 */

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

/** Store an answer if the request carried the first answer to a puzzle. */
export function remember(path: string, asked: RequestInit, answer: string): void {
  if (asked.method !== "POST" || !ANSWER.test(path) || typeof asked.body !== "string") return;
  if (!(JSON.parse(answer) as { readonly counts?: boolean }).counts) return;
  const { move } = JSON.parse(asked.body) as { readonly move: unknown };
  keep(UNSENT, JSON.stringify([...all().slice(1 - MOST), { path, move }]));
}

let isSending = false;

/** Send the stored answers until the server fails or limits the rate; the rest waits. */
export async function sendAnswers(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let [next, ...rest] = all(); next && !place.isHere; [next, ...rest] = all()) {
      try {
        await ask(next.path, "POST", { move: next.move, offline: true });
      } catch (error) {
        const kind = error instanceof ApiError ? error.reason.kind : null;
        // An answer that fails for good, such as one to a deleted puzzle, is not sent again.
        if (kind !== "unknown" && kind !== "malformed" && kind !== "rule") return;
      }
      keep(UNSENT, JSON.stringify(rest));
    }
  } finally {
    isSending = false;
  }
}
