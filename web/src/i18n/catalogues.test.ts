// @vitest-environment node
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Tree = { [key: string]: string | Tree };
const PACKAGE = "../src/quincunx";
/** Texts outside the pages: terms for translators, sentences of commands. */
const UNSPOKEN = "_";
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Tree;
const folders = (path: string) => readdirSync(path, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
const languages = readdirSync(`${PACKAGE}/texts`).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
const games = folders("src/games");
const catalogues = [`${PACKAGE}/texts`, ...games.map((game) => `${PACKAGE}/games/${game}/texts`)];

function flat(tree: Tree, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) => {
      if (key.startsWith(UNSPOKEN)) return [];
      return typeof value === "string" ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)];
    }),
  );
}

/** Plural forms differ from language to language; their stems do not. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
/** Typographic errors: typewriters’ quotes and dots, stray spaces, and signs that could begin a line. */
const MISPRINTS = ["'", '"', "\\.\\.\\.", "  ", " %"];
const OWN_MISPRINTS: Readonly<Record<string, readonly string[]>> = {
  fr: ["[^\\u202f,][;!?]", "[^\\u00a0]:", "« ", " »", "[^\\u00a0]%"],
  zh: ["[\\u4e00-\\u9fff][,;:!?]", "[。，；：！？、] "],
};
const misprint = (language: string) => new RegExp([...MISPRINTS, ...(OWN_MISPRINTS[language] ?? [" [;:!]", " \\?$"])].join("|"));
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort().join();

it("there is a catalogue for every game, in the same languages", () => {
  expect(games.length).toBeGreaterThan(1);
  for (const folder of catalogues) expect(readdirSync(folder).filter((name) => name.endsWith(".json")).sort(), folder).toEqual(languages.map((code) => `${code}.json`).sort());
});

describe.each(catalogues.flatMap((folder) => languages.map((language) => [folder, language] as const)))("%s in %s", (folder, language) => {
  const english = flat(read(`${folder}/en.json`));
  const catalogue = flat(read(`${folder}/${language}.json`));

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

  it("is set as a printer would set it", () => {
    for (const [key, text] of catalogue) expect(text, key).not.toMatch(misprint(language));
  });

  it("says to the reader what it says of others", () => {
    for (const key of catalogue.keys()) if (/[a-z]You$/.test(key)) expect([key.slice(0, -3), `${key.slice(0, -3)}_other`].some((each) => catalogue.has(each)), key).toBe(true);
  });

  it("leaves nothing empty", () => {
    for (const [key, text] of catalogue) expect(text.trim(), key).not.toBe("");
  });
});

describe.each(games)("the rules of %s", (game) => {
  type Rules = { intro: string[]; sections: { id: string; title: string; text: string[] }[] };
  const rules = (code: string) => JSON.parse(readFileSync(`src/games/${game}/rules/${code}.json`, "utf8")) as Rules;

  it.each(languages)("are whole in %s", (language) => {
    const shape = (code: string) => {
      const { intro, sections } = rules(code);
      return [intro.length, sections.map(({ id, text }) => [id, text.length])];
    };
    expect(shape(language)).toEqual(shape("en"));
  });

  it.each(languages)("are set as a printer would set them, in %s", (language) => {
    for (const { title, text } of [{ title: "", text: rules(language).intro }, ...rules(language).sections]) for (const line of [title, ...text]) expect(line).not.toMatch(misprint(language));
  });
});
