/**
 * The texts of the package as modules: `virtual:texts` names a loader for each language, and a language is one
 * file, all games' texts under their names included, so that a reader asks for one file.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Plugin } from "vite";

const PREFIX = "virtual:texts";
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** The languages that the package speaks. */
export function languagesOf(root: string): string[] {
  return readdirSync(join(root, "texts")).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json")).sort();
}

/** The files of a language, by the name that their texts are mounted under; shared ones have none. */
export function filesOf(root: string, language: string): { game: string | null; path: string }[] {
  const games = readdirSync(join(root, "games")).map((game) => ({ game, path: join(root, "games", game, "texts", `${language}.json`) }));
  return [{ game: null, path: join(root, "texts", `${language}.json`) }, ...games.filter(({ path }) => existsSync(path))];
}

/** All texts of a language. */
export function catalogue(root: string, language: string): unknown {
  return Object.assign({}, ...filesOf(root, language).map(({ game, path }) => (game === null ? read(path) : { [game]: read(path) })));
}

export function texts(folder: string): Plugin {
  const root = resolve(folder);
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const language = id.slice(PREFIX.length + 2);
      if (!language) return `export default {${languagesOf(root).map((code) => `${code}: () => import("${PREFIX}/${code}")`).join()}}`;
      for (const { path } of filesOf(root, language)) this.addWatchFile(path);
      return `export default ${JSON.stringify(catalogue(root, language))}`;
    },
  };
}
