import type { TableView } from "../../wire/types";

/**
 * The table that this page has just started, where the host bot greets, and the server's view of a table that it has
 * just created, until its page is there. They are not stored, so a reload does not repeat the greeting.
 */
export const begun: { table: string | null; made: TableView | null } = { table: null, made: null };
