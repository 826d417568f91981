/**
 * The client's texts. Shared texts are in `src/quincunx/texts`, each game's in its own folder there, one file a
 * language; the terminal uses the same ones. Only the current language is loaded.
 */

import { untrack } from "svelte";
import loaders from "virtual:texts";
import type shared from "../../../src/quincunx/texts/en.json";
import { keep, kept } from "../state/device/preferences.svelte";
import { type Parameters, addTexts, textOf, textsIn } from "./catalogue";
import { tag } from "./lists";

type Leaves<T, Prefix extends string = ""> = {
  [K in Exclude<keyof T & string, "_glossary">]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>;
}[Exclude<keyof T & string, "_glossary">];
/** Keys of plural forms share a stem, by which code asks for them. */
type Stem<K extends string> = K extends `${infer S}_one` | `${infer S}_other` | `${infer S}_many` ? S : K;
/** Each game's texts under its name; the registry of games adds them. */
export interface GameTexts {}
/** The key of a shared text, or of a game's under the game's name. */
export type Key = Stem<Leaves<typeof shared & GameTexts>>;
/** The key of a text about an action; with “You” at its end it addresses the actor. */
export type Personal<K = Key> = K extends `${infer Deed}You` ? Deed & Key : never;

export const languages: readonly string[] = Object.keys(loaders);

let current = $state("en");

/** Return the current language; effects that read it follow a change. */
export function language(): string {
  return current;
}

/** Return a language's own name. */
export function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(tag(code)) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Return a language's own name for narrow places: “DE”, “中文”. */
export function shortNameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.length > 2 ? code.toUpperCase() : name;
}

/** Return the first available of the wanted languages; English otherwise. */
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

/** The loaded parts of languages: `it/0` is needed at once, `it/1` later. */
const loaded = new Set<string>();
let isMoreWanted = false;
/** Number of parts loaded: effects that missed a text run again when it grows. */
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

/** Longest wait for texts in milliseconds; on a hanging connection the server's own sentence replaces them. */
const PATIENCE = 3000;

/** Load the later part if this text is in it, for a limited time; effects that use `tOf` follow by themselves. */
export async function fetchFor(key: string): Promise<void> {
  if (!loaded.size || textOf(untrack(() => current), key) !== undefined) return;
  isMoreWanted = true;
  await Promise.race([load(untrack(() => current)).catch(() => {}), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** Return the page once the later texts are loaded too. */
export async function withMore<T>(page: Promise<T>): Promise<T> {
  isMoreWanted = true;
  // A change of language loads its texts itself and does not create the page anew.
  await load(untrack(() => current));
  return page;
}

/** Return the text for a key with its parameters; `count` chooses the plural. A text of the later part is empty until that is loaded. */
export function t(key: Key, parameters: Parameters = {}): string {
  const text = textOf(current, key, parameters);
  if (text !== undefined) return text;
  void arrived;
  void fetchFor(key);
  return loaded.has(`${current}/0`) && !loaded.has(`${current}/1`) ? "" : key;
}

/** Return the loaded texts whose keys begin like this, by the rest of their keys. */
export function textsUnder(prefix: string): Readonly<Record<string, string>> {
  void arrived;
  return textsIn(current, prefix);
}

/** Return the text about an action, in the second person if the reader is the actor. */
export function actionText(key: Personal, isYou: boolean, parameters: Parameters = {}): string {
  return t(isYou ? (`${key}You` as Key) : key, parameters);
}

/** Return the text for a name from the server: the game's own, else the shared one, else the fallback. */
export function tOf(game: string | null, key: string, fallback: string, parameters: Parameters = {}): string {
  void arrived;
  return textOf(current, `${game}.${key}`, parameters) ?? textOf(current, key, parameters) ?? fallback;
}
