/** The app's words. A language is one file beside this one; only the one in use is loaded. */

import i18next from "i18next";
import { keep, kept } from "../state/preferences.svelte";
import type en from "./en.json";

type Tree = { readonly [key: string]: string | Tree };
type Leaves<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
/** Plural forms are asked for by their common stem. */
type Stem<K extends string> = K extends `${infer S}_one` | `${infer S}_other` | `${infer S}_many` ? S : K;
export type Key = Stem<Leaves<typeof en>>;

const loaders = import.meta.glob<Tree>("./*.json", { import: "default" });
export const languages: readonly string[] = Object.keys(loaders)
  .map((path) => path.slice(2, -5))
  .sort();

let current = $state("en");

/** The language in use; reading it makes whatever reads it follow a change. */
export function language(): string {
  return current;
}

/** A language's own name. */
export function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
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
  await i18next.init({ lng: "en", fallbackLng: false, interpolation: { escapeValue: false }, showSupportNotice: false } as Parameters<typeof i18next.init>[0]);
  const remembered = kept("language");
  await speak(remembered && languages.includes(remembered) ? remembered : choose(navigator.languages), false);
}

export async function speak(code: string, remember = true): Promise<void> {
  const load = loaders[`./${code}.json`];
  if (!load) return;
  if (!i18next.hasResourceBundle(code, "translation"))
    i18next.addResourceBundle(code, "translation", await load());
  await i18next.changeLanguage(code);
  current = code;
  document.documentElement.lang = code;
  if (remember) keep("language", code);
}

/** The text for a key, with its parameters; `count` chooses the plural. */
export function t(key: Key, parameters: Record<string, string | number> = {}): string {
  void current;
  return i18next.t(key, parameters);
}

/** The text for a key that may not exist (codes that come from the server), or what to say instead. */
export function tOr(key: string, fallback: string, parameters: Record<string, string | number> = {}): string {
  void current;
  return i18next.exists(key) ? i18next.t(key, parameters) : fallback;
}
