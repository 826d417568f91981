/**
 * The service worker as a file of the build: `sw.js`, at the root, so that it can serve all pages. It contains the
 * names of the other files, so it changes whenever one of them does.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { tag } from "./src/i18n/lists.ts";
import { filesOf, languagesOf } from "./texts.ts";

const SOURCE = "src/worker/worker.ts";
const NAME = "sw.js";

/** Return the texts of the offline page in every language. */
export function offlineTexts(root: string): Record<string, Record<string, string>> {
  const own = (language: string) => filesOf(root, language).find(({ game }) => game === null)!.path;
  return Object.fromEntries(
    languagesOf(root).map((language) => {
      const { app, push } = JSON.parse(readFileSync(own(language), "utf8")) as Record<"app" | "push", Record<string, string>>;
      return [language, { lang: tag(language), offlineTitle: push["offlineTitle"]!, offline: push["offline"]!, again: app["again"]!, home: app["backHome"]! }];
    }),
  );
}

export function worker(folder: string): Plugin {
  return {
    name: "worker",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: resolve(SOURCE), fileName: NAME });
    },
    // Afterwards nothing is taken out of the bundle any more: Vite drops scripts that hold styles alone.
    generateBundle: { order: "post", handler(_, bundle) {
      const chunk = bundle[NAME];
      if (chunk?.type !== "chunk") throw new Error(`${NAME} was not built`);
      if (chunk.imports.length || chunk.dynamicImports.length) throw new Error(`${NAME} must stand alone`);
      const files = Object.keys(bundle).filter((name) => name.startsWith("assets/")).sort();
      chunk.code = chunk.code.replaceAll("__FILES__", JSON.stringify(files)).replaceAll("__TEXTS__", JSON.stringify(offlineTexts(resolve(folder))));
    } },
  };
}
