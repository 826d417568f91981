/**
 * The app's words. Shared texts are in `src/quincunx/texts`, each game's in its own folder there, one file a
 * language; the terminal speaks the same ones. Only the language in use is loaded.
 */

import { untrack } from "svelte";
import loaders from "virtual:texts";
import type shared from "../../../src/quincunx/texts/en.json";
import { keep, kept } from "../state/device/preferences.svelte";
import { type Parameters, addTexts, find } from "./catalogue";
import { tag } from "./lists";

type Leaves<T, Prefix extends string = ""> = {
  [K in Exclude<keyof T & string, "_glossary">]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>;
}[Exclude<keyof T & string, "_glossary">];
/** Plural forms are asked for by their common stem. */
type Stem<K extends string> = K extends `${infer S}_one` | `${infer S}_other` | `${infer S}_many` ? S : K;
/** Each game's texts, under its name: the dictionary of games adds them. */
export interface GameTexts {}
/** A shared text, or a game's under the game's name. */
export type Key = Stem<Leaves<typeof shared & GameTexts>>;
/** What somebody does; the same key with “You” at its end says it to whoever did it. */
type Personal<K = Key> = K extends `${infer Deed}You` ? Deed & Key : never;

export const languages: readonly string[] = Object.keys(loaders);

let current = $state("en");

/** The language in use; reading it makes whatever reads it follow a change. */
export function language(): string {
  return current;
}

/** A language's own name. */
export function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(tag(code)) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** A language's own name where there is little room: “DE”, “中文”. */
export function shortNameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.length > 2 ? code.toUpperCase() : name;
}

/** The first of the wanted languages that there is; English otherwise. */
export function choose(wanted: readonly string[]): string {
  for (const each of wanted) {
    const code = each.toLowerCase().split("-")[0]!;
    if (languages.includes(code)) return code;
  }
  return "en";
}

export async function startLanguage(): Promise<void> {
  const remembered = kept("language");
  await speak(remembered && languages.includes(remembered) ? remembered : choose(navigator.languages), false);
}

export async function speak(code: string, remember = true): Promise<void> {
  if (!loaders[code]) return;
  await load(code);
  current = code;
  document.documentElement.lang = tag(code);
  if (remember) keep("language", code);
}

/** Which parts of which languages have been loaded: `it/0` is what comes at once, `it/1` what comes later. */
const loaded = new Set<string>();
let isMoreWanted = false;
/** How many have come: whoever looked for a text in vain looks again when one more is there. */
let arrived = $state(0);

async function load(code: string): Promise<void> {
  const missing = (isMoreWanted ? [0, 1] : [0]).filter((at) => !loaded.has(`${code}/${at}`));
  const found = await Promise.all(missing.map((at) => loaders[code]![at]!()));
  missing.forEach((at, index) => {
    addTexts(code, found[index]!.default);
    loaded.add(`${code}/${at}`);
    arrived += 1;
  });
}

/** So many milliseconds nobody waits for longer: on a line that hangs the server's own sentence has to do. */
const PATIENCE = 3000;

/** See to it that a text of the later part is there, if it can be had soon; what shows it by `tOf` follows by itself. */
export async function fetchFor(key: string): Promise<void> {
  if (!loaded.size || find(untrack(() => current), key) !== undefined) return;
  isMoreWanted = true;
  await Promise.race([load(untrack(() => current)).catch(() => {}), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** What `page` is, once the texts of the pages about people are there, too. */
export async function withMore<T>(page: Promise<T>): Promise<T> {
  isMoreWanted = true;
  // A change of the language loads what it needs itself; it does not begin the page anew.
  await load(untrack(() => current));
  return page;
}

/** The text for a key, with its parameters; `count` chooses the plural. */
export function t(key: Key, parameters: Parameters = {}): string {
  return find(current, key, parameters) ?? key;
}

/** What somebody did, to this reader: in the second person if it was they. */
export function told(key: Personal, isYou: boolean, parameters: Parameters = {}): string {
  return t(isYou ? (`${key}You` as Key) : key, parameters);
}

/** The text for a name that comes from the server: the game's own, else the shared one, else what to say instead. */
export function tOf(game: string | null, key: string, fallback: string, parameters: Parameters = {}): string {
  void arrived;
  return find(current, `${game}.${key}`, parameters) ?? find(current, key, parameters) ?? fallback;
}
