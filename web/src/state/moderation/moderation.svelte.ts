/** The operators' view of the server, and their actions. */

import type { ModeratedPeople, ModeratedPerson, ModeratedReports, ModerationActs } from "../../wire/types";
import { errorText } from "../../words/refusals";
import { ask } from "../server/api";

export const KINDS = ["all", "accounts", "guests", "banned", "operators"] as const;
export type Which = (typeof KINDS)[number];
/** The kinds of operators' actions. */
export const ACTS = ["ban", "unban", "close_report", "rename", "link", "invite", "end_invitation", "club", "sign_out", "delete", "operator", "end_operator"] as const;

const path = (what: string, query: Readonly<Record<string, string | null>>) => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null);
  return `/api/moderation/${what}?${new URLSearchParams(given)}`;
};
const personPath = (id: string) => `/api/moderation/people/${encodeURIComponent(id)}/ban`;

export const moderation = {
  people: (text: string, which: Which, after: string | null) => ask<ModeratedPeople>(path("people", { text, which, after })),
  reports: (closed: boolean, after: string | null) => ask<ModeratedReports>(path("reports", { closed: String(closed), after })),
  acts: (act: string, person: string, before: number | null) => ask<ModerationActs>(path("acts", { act: act || null, person: person || null, before: before === null ? null : String(before) })),
  ban: (id: string, reason: string) => ask<ModeratedPerson>(personPath(id), "POST", { reason }),
  liftBan: (id: string) => ask<ModeratedPerson>(personPath(id), "DELETE"),
  close: (report: string) => ask<void>(`/api/moderation/reports/${encodeURIComponent(report)}/close`, "POST"),
};

/** A list that the server sends page by page. */
export class Pages<Row, Place> {
  rows = $state.raw<readonly Row[] | null>(null);
  next = $state.raw<Place | null>(null);
  failure = $state("");
  #asked = 0;

  constructor(readonly page: (place: Place | null) => Promise<{ rows: readonly Row[]; next: Place | null }>) {}

  /** Load the first page, or the next one. */
  async load(isFirst = true): Promise<void> {
    const mine = ++this.#asked;
    this.failure = "";
    try {
      const found = await this.page(isFirst ? null : this.next);
      if (mine !== this.#asked) return; // a newer request has replaced this one
      this.rows = isFirst ? found.rows : [...(this.rows ?? []), ...found.rows];
      this.next = found.next;
    } catch (error) {
      if (mine === this.#asked) this.failure = errorText(error);
    }
  }
}
