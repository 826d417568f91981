/**
 * Check of the built client against the browsers it supports (`browserslist` in `package.json`). doiuse checks the
 * styles, eslint-plugin-compat the functions that scripts call; both use the tables of caniuse and MDN. The build
 * checks the syntax of scripts (`build.target`). Each feature used without support everywhere states its reason here.
 */

import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import doiuse from "doiuse";
import { ESLint } from "eslint";
import compat from "eslint-plugin-compat";
import postcss from "postcss";

const LIST = JSON.parse(await readFile("package.json", "utf8")).browserslist;
const BUILT = resolve(process.argv[2] ?? "../src/quincunx/server/static");

/** Features of styles, each with the reason why it is harmless where support is missing or partial. */
const HARMLESS = {
  "css-clip-path": "known for boxes; only shapes of SVG are missing",
  "css-container-queries": "known for all but tables",
  "css-display-contents": "known for lists; only buttons and tables are read wrongly",
  "css-marker-pseudo": "known for colours",
  "css-masks": "clip-path, known for boxes",
  "css-resize": "a field keeps its size",
  "css-scrollbar": "a bar is seen",
  "css-touch-action": "known for all that is used but pan-y on old Safari, where a finger scrolls",
  "css-text-indent": "known for lengths; hanging is missing",
  "css-text-wrap-balance": "lines break elsewhere",
  "css3-cursors": "phones have no pointer",
  "css3-cursors-grab": "phones have no pointer",
  "extended-system-fonts": "the next font of the list is taken",
  "intrinsic-width": "known for widths",
  "multicolumn": "known but for rules between columns",
  "text-decoration": "known by its longhands (see BY_HAND)",
  "viewport-unit-variants": "asked for by @supports alone (tokens.css)",
};
/** Patterns that the tables cannot tell apart, each with its replacement. */
const BY_HAND = [
  [/color-mix\(/, "color-mix(): a colour of its own in tokens.css"],
  [/text-decoration:[^;}]*\b(dotted|dashed|wavy|var)\b/, "text-decoration with a style: its longhands"],
  [/\d[dsl]v[hw]\b/, "dvh: calc(… * var(--vh))"],
];
/** Functions whose existence scripts check before they call them. */
const GUARDED = /^(navigator\.(vibrate|wakeLock|setAppBadge|clearAppBadge|cookieEnabled)|document\.(fullscreenElement|fullscreenEnabled|exitFullscreen)|Notification)\b/;
/**
 * The worker with the Python interpreter. It calls none of a window's functions. A browser that lacks a feature it
 * needs has no offline play.
 */
const INTERPRETER = /[\\/]local-play-[^\\/]+\.js$/;

async function files(folder, ending) {
  const found = await readdir(folder, { recursive: true });
  return found.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

async function styles() {
  const wrong = [];
  for (const file of await files(BUILT, ".css")) {
    const text = await readFile(file, "utf8");
    for (const [pattern, instead] of BY_HAND) if (pattern.test(text.replaceAll(/@supports[^{]*\{[^{}]*\{[^{}]*\}\s*\}/g, ""))) wrong.push(`${file}: ${instead}`);
    await postcss([doiuse({ browsers: LIST, ignore: Object.keys(HARMLESS), onFeatureUsage: ({ feature, usage, featureData }) => wrong.push(`${file}: ${feature}: ${String(usage).slice(0, 90)} (${[featureData.missing, featureData.partial].filter(Boolean).join("; ")})`) })]).process(text, { from: file });
  }
  return wrong;
}

async function scripts() {
  const eslint = new ESLint({
    cwd: BUILT,
    overrideConfigFile: true,
    ignore: false,
    overrideConfig: [{ ...compat.configs["flat/recommended"], languageOptions: { ecmaVersion: "latest", sourceType: "module" }, linterOptions: { reportUnusedDisableDirectives: "off" }, settings: { browsers: LIST } }],
  });
  const found = await eslint.lintFiles((await files(BUILT, ".js")).filter((file) => !INTERPRETER.test(file)));
  return found.flatMap(({ filePath, messages }) => messages.filter(({ message }) => !GUARDED.test(message)).map(({ message }) => `${filePath}: ${message}`));
}

const wrong = [...(await styles()), ...(await scripts())];
for (const line of wrong) console.error(line);
if (wrong.length) process.exitCode = 1;
else console.log("Every style and script is known to the browsers of the list.");
