/** The script that runs before the first paint, as a file of the build: `theme.js`, at the root and minified. */

import { resolve } from "node:path";
import type { Plugin } from "vite";

const SOURCE = "src/theme.js";
const NAME = "theme.js";

export function first(): Plugin {
  let isBuild = false;
  return {
    name: "first",
    config(_, { command }) {
      isBuild = command === "build";
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: "chunk", id: resolve(SOURCE), fileName: NAME });
    },
    generateBundle(_, bundle) {
      const chunk = bundle[NAME];
      if (chunk?.type !== "chunk") throw new Error(`${NAME} was not built`);
      if (chunk.imports.length || chunk.dynamicImports.length || chunk.exports.length) throw new Error(`${NAME} must stand alone`);
    },
    // Without a build the source itself is served.
    transformIndexHtml: (html) => (isBuild ? html : html.replace(`/${NAME}`, `/${SOURCE}`)),
  };
}
