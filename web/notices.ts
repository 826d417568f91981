/**
 * Notices of third-party work, found in the bundle itself: `licenses.txt`, which is served, and `.third-party.json`,
 * which is not, for the list of all components.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

export interface Component {
  name: string;
  version: string;
  license: string;
  text: string;
  /** Package URL, unless the package comes from npm. */
  purl?: string;
}

const OF_A_PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

/** The folder of the package that a module or a file comes from; `null` for our own. */
export function packageOf(id: string): string | null {
  return OF_A_PACKAGE.exec(id.replace(/^\0+/, "").split("?")[0]!)?.[0] ?? null;
}

/** Name, version and licence of a package, with the text that must go along; throws if it has none. */
export function component(folder: string): Component {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  if (!name || !version || !license || !file) throw new Error(`${folder} does not say under which licence it is`);
  return { name, version, license, text: readFileSync(join(folder, file), "utf8").trim() };
}

/** The notices as one text. */
export function text(components: Component[]): string {
  const head = "Quincunx is under the MIT licence. Its browser client holds the work of others:\n";
  const each = components.map((one) => `${"=".repeat(78)}\n${one.name} ${one.version} (${one.license})\n\n${one.text}\n`);
  return [head, ...each].join("\n");
}

/** The packages whose code, styles or fonts are in the bundle. */
export function notices(): Plugin {
  const styles = new Set<string>();
  return {
    name: "notices",
    apply: "build",
    // A style leaves no module behind; what was read of it is in the bundle.
    transform(_, id) {
      if (/\.css(\?|$)/.test(id)) styles.add(id);
    },
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((each) =>
        each.type === "chunk"
          ? Object.entries(each.modules).filter(([, module]) => module.renderedLength > 0).map(([id]) => id)
          : each.originalFileNames.map((file) => resolve(file)),
      );
      const folders = new Set([...ids, ...styles].map(packageOf).filter((folder) => folder !== null && existsSync(folder)) as string[]);
      // Components that npm does not provide, or that have no licence file there (`tools/local_parts.py`).
      const interpreter = JSON.parse(readFileSync("node_modules/.local/notices.json", "utf8")) as Component[];
      const known = [...folders].filter((folder) => !interpreter.some(({ name }) => folder.endsWith(`/${name}`)));
      const components = [...known.map(component), ...interpreter].sort((one, two) => one.name.localeCompare(two.name));
      const list = components.map(({ text: _, ...each }) => each);
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: text(components) });
      this.emitFile({ type: "asset", fileName: ".third-party.json", source: JSON.stringify(list, null, 2) });
    },
  };
}

