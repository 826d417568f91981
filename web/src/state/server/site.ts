/** What the server says of itself in the page's head. */

/** What the page’s head says by this name. */
export const meta = (name: string): string | null => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

/** The club that this server is, if it is one: its page is the home page. */
export const serversClub = (): string | null => meta("quincunx-club");

/** Whether only accounts may play here; guests watch. */
export const isForAccounts = (): boolean => meta("quincunx-access") === "accounts";

/** The name of this site: its operator's, or the program's own. */
export const siteName = (): string => meta("quincunx-site-name") ?? "Quincunx";
