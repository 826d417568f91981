import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Tree = { [key: string]: string | Tree };
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Tree;
const languages = readdirSync("src/i18n").filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));

function flat(tree: Tree, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

/** Plural forms differ from language to language; their stems do not. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort().join();
const english = flat(read("src/i18n/en.json"));

describe.each(languages)("the catalogue %s", (language) => {
  const catalogue = flat(read(`src/i18n/${language}.json`));

  it("has the same texts as the English one", () => {
    const stems = (keys: Iterable<string>) => [...new Set([...keys].map(stem))].sort();
    expect(stems(catalogue.keys())).toEqual(stems(english.keys()));
  });

  it("has every plural form that the language needs", () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plurals = new Set([...english.keys()].filter((key) => stem(key) !== key).map(stem));
    for (const key of plurals) for (const category of categories) expect(catalogue.has(`${key}_${category}`), `${key}_${category}`).toBe(true);
  });

  it("leaves the same holes to fill", () => {
    for (const [key, text] of catalogue) {
      const model = english.get(key) ?? english.get(`${stem(key)}_other`);
      // “One” may be written out instead of counted.
      if (key.endsWith("_one")) continue;
      expect(holes(text), key).toBe(holes(model ?? ""));
    }
  });

  it("leaves nothing empty", () => {
    for (const [key, text] of catalogue) expect(text.trim(), key).not.toBe("");
  });

  it("tells all the rules", () => {
    type Rules = Record<string, { intro: string[]; sections: { id: string; text: string[] }[] }>;
    const rules = (code: string) => JSON.parse(readFileSync(`src/i18n/rules/${code}.json`, "utf8")) as Rules;
    for (const game of ["cinco", "cinqo"]) {
      const shape = (all: Rules) => all[game]!.sections.map(({ id, text }) => [id, text.length]);
      expect(shape(rules(language))).toEqual(shape(rules("en")));
    }
  });
});
