/**
 * The texts of the languages that have been loaded, looked up as `quincunx.texts.catalogue` does for terminals: nested
 * keys joined by dots, holes (`{{name}}`), and the plural categories of CLDR as suffixes of a key (`cards_one`), which a
 * number called `count` chooses between.
 */

import { tag } from "./lists";

export type Parameters = Readonly<Record<string, string | number>>;

class Words {
  readonly #texts = new Map<string, string>();
  readonly #plural: Intl.PluralRules;

  constructor(language: string) {
    this.#plural = new Intl.PluralRules(tag(language));
  }

  /** Add these texts; existing keys are overwritten. */
  add(tree: object, prefix = ""): void {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === "string") this.#texts.set(prefix + key, value);
      else this.add(value as object, `${prefix}${key}.`);
    }
  }

  under(prefix: string): Record<string, string> {
    return Object.fromEntries([...this.#texts].filter(([key]) => key.startsWith(prefix)).map(([key, text]) => [key.slice(prefix.length), text]));
  }

  template(key: string, count: string | number | undefined): string | undefined {
    const forms = typeof count === "number" ? [`${key}_${this.#plural.select(count)}`, `${key}_other`, key] : [key];
    return forms.map((form) => this.#texts.get(form)).find((text) => text !== undefined);
  }
}

const languages = new Map<string, Words>();

export function addTexts(language: string, texts: object): void {
  const words = languages.get(language) ?? new Words(language);
  words.add(texts);
  languages.set(language, words);
}

/** Return the texts of a language whose keys begin like this, by the rest of their keys. */
export const textsIn = (language: string, prefix: string): Readonly<Record<string, string>> => languages.get(language)?.under(prefix) ?? {};

/** Return the text of a key; `undefined` if the language has none loaded. A hole without a parameter stays. */
export function textOf(language: string, key: string, parameters: Parameters = {}): string | undefined {
  const template = languages.get(language)?.template(key, parameters["count"]);
  return template?.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(parameters[name] ?? hole));
}
