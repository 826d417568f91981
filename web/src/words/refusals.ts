/** A refusal in the reader's language; the server's own sentence where there is no translation. */

import { fetchFor, t, tOf } from "../i18n/index.svelte";
import { ApiError } from "../state/server/api";
import type { Reason } from "../wire/types";

/** Return the reason's text. A game's own texts take precedence, if the table's game is known. */
export function refusalText(reason: Reason, game: string | null = null): string {
  const key = `refusal.${reason.code}`;
  const text = tOf(game, key, "", { ...reason.params });
  if (!text) void fetchFor(key);
  return text || reason.sentence;
}

/** Return the text of a refusal code that the server has not sent. Until it is loaded, use this English sentence. */
export const sentenceOf = (code: string, sentence: string): string => refusalText({ kind: "conflict", code, sentence, rule: null, params: {} });

/** Return whether the server refused a request with this code. */
export const isOf = (error: unknown, code: string): boolean => error instanceof ApiError && error.reason.code === code;

/** Describe the failure of a request to the server. */
export function errorText(error: unknown, game: string | null = null): string {
  if (error instanceof ApiError) return refusalText(error.reason, game);
  // An unexpected error, such as a script that failed to load: users see a text, developers the error.
  console.error(error);
  return t("app.broken");
}
