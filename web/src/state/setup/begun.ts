/** The table that this page has just begun: whoever sits there greets. It is not kept, so no reload greets again. */
export const begun: { table: string | null } = { table: null };
