/** Each test of a file that imports this begins as an unknown guest, in English with all texts, with an empty storage. */

import { afterEach, beforeEach, vi } from "vitest";
import { startLanguage, withMore } from "../i18n/index.svelte";
import { guest } from "../state/people/guest.svelte";

beforeEach(async () => {
  localStorage.clear();
  await startLanguage();
  await withMore(Promise.resolve());
});
afterEach(() => {
  vi.unstubAllGlobals();
  guest.is({ name: "", is_account: false, has_played: false } as never);
});
