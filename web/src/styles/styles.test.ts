import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "src/styles";
const sheets = Object.fromEntries(readdirSync(FOLDER).filter((name) => name.endsWith(".css")).map((name) => [name, readFileSync(`${FOLDER}/${name}`, "utf-8")]));
const components = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });
/** Every page has the first three from its beginning, and every table's frame the last. */
const EVERYWHERE = ["base.css", "tokens.css", "font.css", "layouts.css"];

const withoutComments = (css: string) => css.replace(/\/\*[^]*?\*\//g, "");
const selectors = (css: string) => [...withoutComments(css).matchAll(/([^{};]+)\{/g)].flatMap(([, found]) => found!.split(","));

/** Each class that alone begins a selector of a shared style sheet, with the sheet's name. */
const shared = new Map(
  Object.entries(sheets)
    .filter(([sheet]) => !EVERYWHERE.includes(sheet))
    .flatMap(([sheet, css]) => selectors(css).flatMap((selector) => {
      const first = /^\s*\.([\w-]+)(?![\w.-])/.exec(selector);
      return first ? [[first[1]!, sheet] as const] : [];
    })),
);

test("a component that styles a class of a shared sheet imports the sheet", () => {
  // Otherwise its look depends on the pages that were seen before.
  expect(shared.get("rows")).toBe("rows.css");
  const faults = Object.entries(components).flatMap(([path, text]) => {
    const styled = selectors(/<style>([^]*)<\/style>/.exec(text)?.[1] ?? "").join(" ");
    const classes = new Set([...styled.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!));
    return [...classes].filter((name) => shared.has(name) && !text.includes(`/${shared.get(name)!}"`)).map((name) => `${path}: .${name} of ${shared.get(name)!}`);
  });
  expect(faults).toEqual([]);
});

test("underlines of links and quiet buttons have one look", () => {
  // A bracket marks my own name by a line of another colour.
  const own = ["../ui/tournament/results/Bracket.svelte"];
  const styles = { ...sheets, ...components };
  const faults = Object.entries(styles)
    .filter(([path]) => path !== "base.css" && !own.includes(path))
    .flatMap(([path, text]) => [...text.matchAll(/text-decoration-(?:style|color|thickness)|text-underline-offset|text-decoration: underline/g)].map(([found]) => `${path}: ${found}`));
  expect(faults).toEqual([]);
  expect(sheets["base.css"]).toContain("text-decoration-thickness: 1px");
});
