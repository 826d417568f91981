/** The interpreter's loader names its program as a file beside it. Ours is loaded with progress, and stored compressed. */

import type { Plugin } from "vite";

const NAMED = `new URL("pyodide.asm.wasm",import.meta.url).href`;

export function interpreter(): Plugin {
  return {
    name: "interpreter",
    transform(code, id) {
      if (!id.includes("pyodide.asm.mjs")) return undefined;
      if (!code.includes(NAMED)) throw new Error("the interpreter's loader has changed");
      return { code: code.replace(NAMED, `"pyodide.asm.wasm"`), map: null };
    },
  };
}
