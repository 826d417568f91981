/** A refusal in the reader's language; the server's own sentence where there is no translation. */

import { tOr } from "../i18n/index.svelte";
import { Trouble } from "../state/api";
import type { Refused, Why } from "../wire/types";

export function refusalText(refusal: Refused | Why | Trouble): string {
  const sentence = refusal instanceof Trouble ? refusal.message : refusal.sentence;
  return tOr([`cinco.refusal.${refusal.code}`, `cinqo.refusal.${refusal.code}`, `refusal.${refusal.code}`], sentence, { ...refusal.params });
}
