/** What the server says of itself in the page's head. */

/** What the page’s head says by this name. */
export const meta = (name: string): string | null => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

/** The club that this server is, if it is one: its page is the home page. */
export const serversClub = (): string | null => meta("quincunx-club");

/** Whether only accounts may play here; guests watch. */
export const isForAccounts = (): boolean => meta("quincunx-access") === "accounts";

/** The site’s logo, if its operator has set one. */
export const siteLogo = (): string | null => meta("quincunx-logo");

/** The site’s colour, for light and for dark pages. Set as properties, because the content policy allows no style elements. */
export function useColours(): void {
  const tones = meta("quincunx-colours")?.split(" ");
  if (!tones) return;
  // On a coloured mark all five are the same.
  for (const [index, name] of ["light", "dark", "light-hover", "dark-hover", "pip"].entries()) {
    document.documentElement.style.setProperty(`--site-${name}`, tones[index] ?? "var(--paper)");
  }
}

/** The name of this site: its operator's, or the program's own. */
export const siteName = (): string => meta("quincunx-site-name") ?? "Quincunx";
