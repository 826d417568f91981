/** Scripts that stand alone, as files of the build at the root, minified: `theme.js`, which runs before the first
 * paint, and `old.js`, which it loads in a browser that is too old. */

import { resolve } from "node:path";
import type { Plugin } from "vite";

const NAMES = ["theme.js", "old.js"];

export function first(): Plugin {
  let isBuild = false;
  return {
    name: "first",
    config(_, { command }) {
      isBuild = command === "build";
    },
    buildStart() {
      if (isBuild) for (const name of NAMES) this.emitFile({ type: "chunk", id: resolve("src", name), fileName: name });
    },
    generateBundle(_, bundle) {
      for (const name of NAMES) {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk") throw new Error(`${name} was not built`);
        if (chunk.imports.length || chunk.dynamicImports.length || chunk.exports.length) throw new Error(`${name} must stand alone`);
      }
    },
    // Without a build the source itself is served.
    transformIndexHtml: (html) => (isBuild ? html : NAMES.reduce((page, name) => page.replace(`/${name}`, `/src/${name}`), html)),
  };
}
