/** Meanings of terms: the game's own from its rules, the shared ones from texts used elsewhere. */

import { gameOf } from "../../games";
import { language, t } from "../../i18n/index.svelte";
import type { TableSettings } from "../../wire/types";
import { levelLine, levelName } from "../../words/names";
import { paceText } from "../../words/pace";

export interface Explained {
  readonly title: string;
  readonly text: readonly string[];
  /** The rule that it comes from. */
  readonly rule: string | null;
}

type Telling = (settings: TableSettings, detail: string) => Explained | null;

/** Shared parts of a table; `detail` is the element's `data-detail`. */
export const SHARED: Readonly<Record<string, Telling>> = {
  clock: ({ pace }) => pace && { title: paceText(pace), text: [t(pace.type === "live" ? "pace.liveLine" : "pace.dailyLine"), t("pace.ranOut")], rule: null },
  bot: ({ options }, level) => ({ title: levelName(options.game, level), text: [levelLine(options.game, level)], rule: null }),
  standIn: () => ({ title: t("table.standIn"), text: [t("menu.leaveLine")], rule: null }),
  hint: () => ({ title: t("hint.ask"), text: [t("hint.allowed")], rule: null }),
};

/** Return the meaning of an element's term at this table; `null` if unknown. */
export async function explain(settings: TableSettings, term: string, detail: string): Promise<Explained | null> {
  const shared = SHARED[term];
  if (shared) return shared(settings, detail);
  const game = gameOf(settings.options);
  const own = (await game.terms?.())?.TERMS[term];
  if (!own) return null;
  const { sections } = await (await game.rules()).read(language());
  const section = sections.find(({ id }) => id === own.rule);
  if (!section) return null;
  const text = own.paragraphs?.map((at) => section.text[at] ?? "") ?? section.text;
  return { title: own.name ? t(own.name) : section.title, text: text.filter((line) => !line.startsWith("[")), rule: own.rule };
}
