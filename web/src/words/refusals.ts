/** A refusal in the reader's language; the server's own sentence where there is no translation. */

import { fetchFor, t, tOf } from "../i18n/index.svelte";
import { ApiError } from "../state/server/api";
import type { Reason } from "../wire/types";

/** Why not. A game's own texts come first, where the table's game is known. */
export function refusalText(reason: Reason, game: string | null = null): string {
  const key = `refusal.${reason.code}`;
  const text = tOf(game, key, "", { ...reason.params });
  if (!text) void fetchFor(key);
  return text || reason.sentence;
}

/** The refusal of this code where the server has not said it; until its text is there, this English sentence. */
export const sentenceOf = (code: string, sentence: string): string => refusalText({ kind: "conflict", code, sentence, rule: null, params: {} });

/** Whether the server refused a request with this code. */
export const isOf = (error: unknown, code: string): boolean => error instanceof ApiError && error.reason.code === code;

/** What went wrong when the server was asked for something. */
export function errorText(error: unknown, game: string | null = null): string {
  if (error instanceof ApiError) return refusalText(error.reason, game);
  // A script that could not be loaded, say: people are told so, and developers what it was.
  console.error(error);
  return t("app.broken");
}
