/** Formats of times and messages for operators. */

import { language, t, tOf } from "../../i18n/index.svelte";
import { spelling } from "../../i18n/lists";
import type { SaidLine } from "../../wire/types";

export const momentText = (at: number): string => new Intl.DateTimeFormat(spelling(language()), { dateStyle: "medium", timeStyle: "short" }).format(at);

/** Return a message: a person's own words, or a phrase. */
export const saidText = ({ text, phrase }: SaidLine): string => (phrase ? tOf(null, `phrase.${phrase}`, phrase) : text || t("moderation.reports.removed"));
