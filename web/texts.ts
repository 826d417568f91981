/**
 * The texts of the package as modules: `virtual:texts` names the loaders of each language. A language is two
 * files, all games' texts under their names included: what a first visit needs, and what the pages about people,
 * tournaments and finished games say and what a refused request is told, which are asked for later and by few.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Plugin } from "vite";

const PREFIX = "virtual:texts";
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** The sections that come with the second file, of shared texts and of games' own. */
const LATER = ["access", "account", "alert", "appointment", "club", "day", "friend", "moderation", "tournament", "invitation", "local", "menu", "newTable", "notify", "open", "pairing", "person", "push", "puzzle", "replay", "review", "study", "unknown", "verdict"];

/** What only the terminal or an e-mail says, and what is for translators. */
const UNSPOKEN = ["terminal", "mail", "_commands", "_glossary"];

/** The languages that the package speaks. */
export function languagesOf(root: string): string[] {
  return readdirSync(join(root, "texts")).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json")).sort();
}

/** The files of a language, by the name that their texts are mounted under; shared ones have none. */
export function filesOf(root: string, language: string): { game: string | null; path: string }[] {
  const games = readdirSync(join(root, "games")).map((game) => ({ game, path: join(root, "games", game, "texts", `${language}.json`) }));
  return [{ game: null, path: join(root, "texts", `${language}.json`) }, ...games.filter(({ path }) => existsSync(path))];
}

type Sections = Record<string, unknown>;

/** Shared refusals that nobody can be asked for while they hold, and those that tables show all the time. All others
 * come with the first of them; a game's own say on its table what a button waits for, and come at once. */
const REFUSALS_AT_ONCE = ["offline", "too-fast", "internal", "unavailable", "no-seat", "not-started", "not-your-turn", "game-over"];

/** Shared texts of other sections that only sheets say, or what can be read a moment later. */
const OF_SHEETS: Readonly<Record<string, readonly string[]>> = {
  app: ["banned", "documents"],
  hint: ["light"],
  level: ["casualBeaten", "casualGlad", "casualLine", "expertBeaten", "expertGlad", "expertLine", "greedyLine", "keenBeaten", "keenGlad", "keenLine", "masterBeaten", "masterGlad", "masterLine", "noviceBeaten", "noviceGlad", "noviceLine", "randomLine", "skilledBeaten", "skilledGlad", "skilledLine"],
  talk: ["block", "blockLine", "field", "last", "line", "mute", "muteLine", "partners", "people", "report", "reportLine", "reportWhy", "reported", "send", "title", "unblock", "unmute"],
};

/** A game's texts of its settings that tables say; all others come with the form of settings. */
const OF_TABLES = ["classic", "joker", "hundred"];

/** A game's refusals of what no button offers; those of its settings begin with its name. */
const OF_NO_BUTTON = /^(?:no-such-|not-in-|chance-first$|dice-unsorted$)/;

/** The texts of a language that come at once, or those that come later. */
export function part(root: string, language: string, isLater: boolean): Sections {
  const isNow = (name: string) => LATER.includes(name) === isLater;
  const comesLater = (name: string, key: string, game: string | null) => (game === null ? OF_SHEETS[name]!.includes(key) : !OF_TABLES.includes(key));
  const split = (name: string, texts: object, game: string | null) => Object.fromEntries(Object.entries(texts).filter(([key]) => comesLater(name, key, game) === isLater));
  const isRare = (code: string, game: string | null) => (game === null ? !REFUSALS_AT_ONCE.includes(code) : OF_NO_BUTTON.test(code) || code.startsWith(`${game}-`));
  const refusals = (all: object, game: string | null) => Object.fromEntries(Object.entries(all).filter(([code]) => isRare(code, game) === isLater));
  const chosen = (path: string, game: string | null) => {
    const { refusal, ...sections } = read(path) as Sections & { refusal?: object };
    const isSplit = (name: string) => (game === null ? name in OF_SHEETS : name === "setup");
    const spoken = Object.entries(sections).filter(([name]) => !UNSPOKEN.includes(name) && !isSplit(name) && isNow(name));
    const parts = Object.entries(sections).filter(([name]) => isSplit(name)).map(([name, texts]) => [name, split(name, texts as object, game)]);
    return { ...Object.fromEntries([...spoken, ...parts]), ...(refusal && { refusal: refusals(refusal, game) }) };
  };
  return Object.assign({}, ...filesOf(root, language).map(({ game, path }) => (game === null ? chosen(path, game) : { [game]: chosen(path, game) })));
}

export function texts(folder: string): Plugin {
  const root = resolve(folder);
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const [language, later] = id.slice(PREFIX.length + 2).split("/");
      if (!language) return `export default {${languagesOf(root).map((code) => `${code}: [() => import("${PREFIX}/${code}"), () => import("${PREFIX}/${code}/later")]`).join()}}`;
      for (const { path } of filesOf(root, language)) this.addWatchFile(path);
      return `export default ${JSON.stringify(part(root, language, later !== undefined))}`;
    },
  };
}
