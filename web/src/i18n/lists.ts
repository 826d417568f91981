// English is spelled as in Britain throughout, so there is no comma before the last.
const SPELLED: Readonly<Record<string, string>> = { en: "en-GB" };

/** A list in the reader's language: “Anna, Bo and Carl”. */
export function listed(items: readonly (string | number)[], language: string): string {
  return new Intl.ListFormat(SPELLED[language] ?? language, { type: "conjunction" }).format(items.map(String));
}
