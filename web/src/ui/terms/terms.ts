/** What a term means: the game's own by its rules, and what all tables have by what is said of it elsewhere. */

import { gameOf } from "../../games";
import { language, t } from "../../i18n/index.svelte";
import type { TableSettings } from "../../wire/types";
import { levelLine, levelName } from "../../words/names";
import { paceText } from "../../words/pace";

export interface Explained {
  readonly title: string;
  readonly text: readonly string[];
  /** The rule that it is taken from. */
  readonly rule: string | null;
}

type Telling = (settings: TableSettings, detail: string) => Explained | null;

/** What shared parts of a table are; `detail` is what the element says in `data-detail`. */
export const SHARED: Readonly<Record<string, Telling>> = {
  clock: ({ pace }) => pace && { title: paceText(pace), text: [t(pace.type === "live" ? "pace.liveLine" : "pace.dailyLine"), t("pace.ranOut")], rule: null },
  bot: ({ options }, level) => ({ title: levelName(options.game, level), text: [levelLine(options.game, level)], rule: null }),
  standIn: () => ({ title: t("table.standIn"), text: [t("menu.leaveLine")], rule: null }),
  hint: () => ({ title: t("hint.ask"), text: [t("hint.allowed")], rule: null }),
};

/** What the term of an element means at this table; `null` if nobody has said. */
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
