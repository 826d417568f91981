/**
 * The table that this page has just started, where the host bot greets. It is not stored, so a reload does not repeat
 * the greeting.
 */
export const begun: { table: string | null } = { table: null };
