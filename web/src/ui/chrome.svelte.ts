/** What a page asks of the app around it. */

export const chrome = $state({
  /** No header: the page has the whole window. */
  isBare: false,
});
