/** A list in the reader's language: “Anna, Bo and Carl”. */
export function listed(items: readonly (string | number)[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items.map(String));
}
