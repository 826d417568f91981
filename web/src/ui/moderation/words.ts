/** Formats of times and messages for operators. */

import { dateText } from "../../i18n/figures";
import { language, t, tOf } from "../../i18n/index.svelte";
import { spelling } from "../../i18n/lists";
import type { SaidLine } from "../../wire/types";

export const momentText = (at: number): string => new Intl.DateTimeFormat(spelling(language()), { dateStyle: "medium", timeStyle: "short" }).format(at);

const isToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString();

/** Format the time of today, or an earlier date. */
export const briefText = (at: number): string => (isToday(at) ? new Intl.DateTimeFormat(spelling(language()), { timeStyle: "short" }).format(at) : dateText(at, "medium"));

/** Return a message: a person's own words, or a phrase. */
export const saidText = ({ text, phrase }: SaidLine): string => (phrase ? tOf(null, `phrase.${phrase}`, phrase) : text || t("moderation.reports.removed"));
