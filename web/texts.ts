/**
 * The package's texts as modules: `virtual:texts` lists the loaders of each language. A language is two files, with all
 * games' texts under their names. The first has the texts of a first visit. The second has those of people,
 * tournaments, finished games and refusals, which few visitors need, and later.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Plugin } from "vite";

const PREFIX = "virtual:texts";
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** Sections in the second file, of shared texts and of games' own. */
const LATER = ["access", "account", "alert", "appointment", "club", "day", "friend", "moderation", "tournament", "invitation", "local", "menu", "newTable", "notify", "open", "pairing", "person", "push", "puzzle", "replay", "review", "study", "unknown", "vacation", "verdict"];

/** Texts of the terminal or of mails alone, and notes for translators. */
const UNSPOKEN = ["terminal", "mail", "_commands", "_glossary"];

/** Return the languages of the package. */
export function languagesOf(root: string): string[] {
  return readdirSync(join(root, "texts")).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json")).sort();
}

/** Return the files of a language, by the name under which their texts are mounted; shared ones have none. */
export function filesOf(root: string, language: string): { game: string | null; path: string }[] {
  const games = readdirSync(join(root, "games")).map((game) => ({ game, path: join(root, "games", game, "texts", `${language}.json`) }));
  return [{ game: null, path: join(root, "texts", `${language}.json`) }, ...games.filter(({ path }) => existsSync(path))];
}

type Sections = Record<string, unknown>;

/**
 * Shared refusals in the first file: those that block further requests, and those that tables always show. All others
 * load with the first of them; a game's own explain disabled buttons of its table, and are in the first file.
 */
const REFUSALS_AT_ONCE = ["offline", "too-fast", "internal", "unavailable", "no-seat", "not-started", "not-your-turn", "game-over"];

/** Shared texts of other sections that only sheets use, that are rare, or that may appear a moment later. */
const OF_SHEETS: Readonly<Record<string, readonly string[]>> = {
  app: ["banned", "copyByHand", "documents"],
  hint: ["close", "equal", "light", "lightShort", "rounds", "title"],
  level: ["casualBeaten", "casualGlad", "casualLine", "expertBeaten", "expertGlad", "expertLine", "greedyLine", "keenBeaten", "keenGlad", "keenLine", "masterBeaten", "masterGlad", "masterLine", "noviceBeaten", "noviceGlad", "noviceLine", "randomLine", "skilledBeaten", "skilledGlad", "skilledLine"],
  event: ["away", "corrected", "didNotReveal", "didNotRevealYou", "drawDeclined", "drawDeclinedYou", "drawOffered", "drawOfferedYou", "freed", "helped_many", "helped_one", "helped_other", "helpedYou_many", "helpedYou_one", "helpedYou_other", "leftOut", "leftOutYou", "offerTakenBack", "offerTakenBackYou", "ranOut", "ranOutYou", "stood", "stoodUp", "stoodYou", "tookBack", "tookBackHelped_many", "tookBackHelped_one", "tookBackHelped_other", "tookBackHelpedYou_many", "tookBackHelpedYou_one", "tookBackHelpedYou_other", "tookBackYou", "unrated"],
  rules: ["contents"],
  rated: ["changes", "counting", "late", "none"],
  home: ["howMany", "invite", "start"],
  new: ["each", "nameOf"],
  result: ["abandoned", "agreed", "neverBegan", "neverBeganWhy", "noWinner", "truncated"],
  table: ["noCookie", "noTable", "notForWatching", "onePressOffer", "onePressYes", "otherGames", "watchingWhy"],
  talk: ["block", "blockLine", "field", "last", "line", "mute", "muteLine", "partners", "people", "report", "reportLine", "removed", "reportWhy", "reported", "send", "title", "unblock", "unmute"],
};

/** Texts of a game's settings that tables use; all others load with the form of settings. */
const OF_TABLES = ["classic", "joker", "hundred"];

/** A game's refusals of moves that no button offers; those of its settings start with its name. */
const OF_NO_BUTTON = /^(?:no-such-|not-in-|chance-first$|dice-unsorted$)/;

/** Return the texts of a language that are needed at once, or those needed later. */
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
    // Tells the server which file to name in a page's headers.
    generateBundle(_, bundle) {
      const fileOf = (language: string) => Object.values(bundle).find((file) => file.type === "chunk" && file.moduleIds.includes(`\0${PREFIX}/${language}`))!.fileName;
      const source = JSON.stringify(Object.fromEntries(languagesOf(root).map((language) => [language, fileOf(language)])));
      this.emitFile({ type: "asset", fileName: "texts.json", source });
    },
  };
}
