import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ALL } from "../../games";
import { languages, withMore } from "../../i18n/index.svelte";
import { get, show, text } from "../../testing/show";
import type { Options, TableSettings } from "../../wire/types";
import Explanation from "./Explanation.svelte";
import { SHARED, explain } from "./terms";

const pace = { type: "live", total: 300, increment: 5 } as const;
const settingsOf = (game: (typeof ALL)[number]) => ({ options: game.options(game.seatings[0]!) as Options, pace }) as unknown as TableSettings;
/** Return the sources of the components in a folder and its subfolders. */
const sources = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte")).map((name) => readFileSync(`${folder}/${name}`, "utf8"));
const named = (source: string) => [...source.matchAll(/\b(?:data-)?term=(?:"([\w-]+)"|\{([^}]*)\})/g)].flatMap(([, plain, code]) => (plain ? [plain] : [...(code ?? "").matchAll(/"([\w-]+)"/g)].map((match) => match[1]!)));

describe.each(ALL.map((game) => [game.name, game] as const))("%s", (name, game) => {
  it("explains all that can be asked about at its table, and nothing else", async () => {
    const { TERMS } = await game.terms!();
    const parts = sources(`src/games/${name}`);
    const asked = new Set(parts.flatMap(named).filter((term) => !(term in SHARED)));
    for (const term of asked) expect(Object.keys(TERMS), term).toContain(term);
    // A die has the term of the place where it lies.
    for (const term of Object.keys(TERMS)) expect([...asked], term).toContain(term);
  });

  it("has the rules to do so, in every language", async () => {
    const { TERMS } = await game.terms!();
    for (const language of languages) {
      const { sections } = await (await game.rules()).read(language);
      for (const [term, { rule, paragraphs }] of Object.entries(TERMS)) {
        const found = sections.find(({ id }) => id === rule);
        expect(found?.text.length, term).toBeGreaterThan(Math.max(0, ...(paragraphs ?? [])));
      }
    }
  });
});

it("shared parts of a table are explained, too", async () => {
  await withMore(Promise.resolve());
  const asked = ["src/kit", "src/ui", ...ALL.map(({ name }) => `src/games/${name}`)].flatMap(sources).flatMap(named);
  for (const term of Object.keys(SHARED)) expect(asked, term).toContain(term);
  const settings = settingsOf(ALL[0]!);
  for (const term of Object.keys(SHARED)) {
    const found = await explain(settings, term, ALL[0]!.levels[0]!);
    expect(found!.text.every((line) => line.length > 10), term).toBe(true);
  }
  expect(await explain({ ...settings, pace: null }, "clock", ""), "where there is any").toBeNull();
  expect(await explain(settings, "nothing-like-it", "")).toBeNull();
});

it("a note says first what a button waits for", async () => {
  const button = document.body.appendChild(document.createElement("button"));
  const { TERMS } = await ALL[0]!.terms!();
  Object.assign(button.dataset, { term: Object.keys(TERMS)[0] });
  button.title = "Not before you have rolled.";
  button.ariaDisabled = "true";
  let isClosed = false;
  await show(Explanation, { settings: settingsOf(ALL[0]!), element: button, onclose: () => (isClosed = true) });
  await expect.poll(() => text(get("explanation"))).toContain("Not before you have rolled.");
  expect(get("explanation").querySelector("a")!.getAttribute("href")).toMatch(/^\/rules\/\w+#rule-/);
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(isClosed).toBe(true);
});
