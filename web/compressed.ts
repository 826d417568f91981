/**
 * Writes a file compressed with Brotli beside each built script and style: an eighth smaller than with gzip. What few
 * visits load, or is small, has none, so that the package stays small.
 */

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";

/** Texts of people and tournaments, and the worker that plays without a server. */
const RARE = /^(?:later|local-play)-/;
/** Bytes below which a file gains too little. */
const LEAST = 1_000;

export function compressed(): Plugin {
  let folder = "";
  return {
    name: "quincunx:compressed",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, "assets");
    },
    closeBundle() {
      for (const name of readdirSync(folder).filter((each) => /\.(?:css|js)$/.test(each) && !RARE.test(each))) {
        const content = readFileSync(join(folder, name));
        if (content.length >= LEAST) writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
      }
    },
  };
}
