// Chinese is written in simplified characters.
const WRITTEN: Readonly<Record<string, string>> = { zh: "zh-Hans" };
// English is spelled as in Britain throughout, so there is no comma before the last.
const SPELLED: Readonly<Record<string, string>> = { en: "en-GB" };

/** A language and how it is written: what a page says that it is in. */
export const tag = (language: string): string => WRITTEN[language] ?? language;

/** The language's own spelling of lists, dates and numbers. */
export const spelling = (language: string): string => SPELLED[language] ?? tag(language);

/** A list in the reader's language: “Anna, Bo and Carl”. */
export function listed(items: readonly (string | number)[], language: string): string {
  return new Intl.ListFormat(spelling(language), { type: "conjunction" }).format(items.map(String));
}
