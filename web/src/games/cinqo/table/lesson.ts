/** Steps of the lesson, by name, at whose positions the score card does not matter yet. */
const WITHOUT_CARD: readonly string[] = ["bank", "straight"];

/** Return whether to fade the score card at a study's position; puzzles need it. */
export const fadesCard = (study: string | null | undefined): boolean => WITHOUT_CARD.includes(study ?? "");
