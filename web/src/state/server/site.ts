/** The server's data about itself in the page's head. */

/** Return the value of this name in the page’s head. */
export const meta = (name: string): string | null => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

/** Return the club of a server that serves one club: its page is the home page. */
export const serversClub = (): string | null => meta("quincunx-club");

/** Return whether only accounts may play here; guests watch. */
export const isForAccounts = (): boolean => meta("quincunx-access") === "accounts";

/** Return the site’s logo, if its operator has set one. */
export const siteLogo = (): string | null => meta("quincunx-logo");

/**
 * Apply the site’s colours for light and dark pages. They are set as properties, because the content policy allows no
 * style elements.
 */
export function useColours(): void {
  const tones = meta("quincunx-colours")?.split(" ");
  if (!tones) return;
  // On a coloured mark all five pips are the same.
  for (const [index, name] of ["light", "dark", "light-hover", "dark-hover", "pip"].entries()) {
    document.documentElement.style.setProperty(`--site-${name}`, tones[index] ?? "var(--paper)");
  }
}

/** Return the name of this site: its operator's, or the program's own. */
export const siteName = (): string => meta("quincunx-site-name") ?? "Quincunx";
