/** The rules of Cinco. */

import type { Rules } from "../../game";

export { default as Picture } from "./Picture.svelte";

const loaders = import.meta.glob<Rules>("./*.json", { import: "default" });

export const read = (language: string): Promise<Rules> => (loaders[`./${language}.json`] ?? loaders["./en.json"]!)();
