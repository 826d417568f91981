// Chinese is written in simplified characters.
const WRITTEN: Readonly<Record<string, string>> = { zh: "zh-Hans" };
// English is spelled as in Britain throughout, so there is no comma before the last.
const SPELLED: Readonly<Record<string, string>> = { en: "en-GB" };

/** A language with its script: the page's `lang`. */
export const tag = (language: string): string => WRITTEN[language] ?? language;

/** Return the locale for lists, dates and numbers. */
export const spelling = (language: string): string => SPELLED[language] ?? tag(language);

const CHINESE = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uff60]/;

function apart(first: string, between: string, second: string): string {
  if (!/[\u4e00-\u9fff]/.test(between)) return between;
  return (CHINESE.test(first.slice(-1)) ? "" : " ") + between + (CHINESE.test(second.slice(0, 1)) ? "" : " ");
}

/**
 * Format a list in the reader's language: “Anna, Bo and Carl”. A Chinese conjunction has a space beside other scripts.
 */
export function listed(items: readonly (string | number)[], language: string): string {
  const parts = new Intl.ListFormat(spelling(language), { type: "conjunction" }).formatToParts(items.map(String));
  return parts.map(({ type, value }, at) => (type === "literal" ? apart(parts[at - 1]?.value ?? "", value, parts[at + 1]?.value ?? "") : value)).join("");
}

/** Return the separator between two remarks. */
export const comma = (language: string): string => (language === "zh" ? "，" : ", ");

/** Join the clauses of one sentence: “rack 6 and bank 1”. A Chinese conjunction joins only words. */
export const clauses = (items: readonly string[], language: string): string => (language === "zh" ? items.join(comma(language)) : listed(items, language));
