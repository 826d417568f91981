/** A club as this device sees it, and my requests to it. */

import type { AskClubLink, AskHook, ClubCommand, ClubHook, ClubLinkMade, Clubs, ClubSettings, ClubStandings, ClubView, FinishedGames, HookTested, NewClub, Reason } from "../../wire/types";
import { errorText } from "../../words/refusals";
import { ApiError, ask } from "../server/api";

const path = (name: string) => `/api/clubs/${encodeURIComponent(name)}`;

export const clubs = {
  list: () => ask<Clubs>("/api/clubs"),
  make: (club: NewClub) => ask<ClubView>("/api/clubs", "POST", club),
  view: (name: string) => ask<ClubView>(path(name)),
  command: (name: string, command: ClubCommand) => ask<ClubView | null>(`${path(name)}/commands`, "POST", command),
  makeLink: (name: string, terms: AskClubLink) => ask<ClubLinkMade>(`${path(name)}/links`, "POST", terms),
  hook: (name: string) => ask<ClubHook>(`${path(name)}/hook`),
  setHook: (name: string, hook: AskHook) => ask<ClubHook>(`${path(name)}/hook`, "PUT", hook),
  deleteHook: (name: string) => ask<ClubHook>(`${path(name)}/hook`, "DELETE"),
  testHook: (name: string) => ask<HookTested>(`${path(name)}/hook/test`, "POST"),
  games: (name: string, before: string | null) => ask<FinishedGames>(`${path(name)}/games${before ? `?before=${before}` : ""}`),
  standings: (name: string, season: number) => ask<ClubStandings>(`${path(name)}/standings?season=${season}`),
  standingsFile: (name: string, season: number) => `${path(name)}/standings.csv?season=${season}`,
};

/** The settings of a club while they are edited. */
export type Draft = { -readonly [K in keyof ClubSettings]-?: NonNullable<ClubSettings[K]> };

export class Club {
  view = $state.raw<ClubView | null>(null);
  /** Reason why the club cannot be shown. */
  refusal = $state.raw<Reason | null>(null);
  /** Reason in words why the last command failed. */
  failure = $state("");
  isBusy = $state(false);
  isClosed = $state(false);

  constructor(readonly name: string) {}

  get isStaff(): boolean {
    return this.view?.you.role === "owner" || this.view?.you.role === "organiser";
  }

  get isOwner(): boolean {
    return this.view?.you.role === "owner";
  }

  /** Load the club again; a shown page keeps its data while the server cannot be reached. */
  async load(): Promise<void> {
    try {
      this.view = await clubs.view(this.name);
      this.refusal = null;
    } catch (error) {
      if (error instanceof ApiError && (!this.view || error.reason.kind === "unknown")) this.refusal = error.reason;
    }
  }

  /** Send a command. Return whether it succeeded. */
  async command(command: ClubCommand): Promise<boolean> {
    return this.#run(async () => {
      const view = await clubs.command(this.name, command);
      if (view) this.view = view;
      else this.isClosed = true;
    });
  }

  /** Create a link to join. Return its address, or `null` on failure. */
  async makeLink(terms: AskClubLink): Promise<string | null> {
    let made: ClubLinkMade | null = null;
    await this.#run(async () => {
      made = await clubs.makeLink(this.name, terms);
      await this.load();
    });
    return made && (made as ClubLinkMade).path;
  }

  async #run(action: () => Promise<void>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.failure = "";
    try {
      await action();
      return true;
    } catch (error) {
      this.failure = errorText(error, "club");
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}

/** Return the starts of nights that repeat weekly at the same local time, also across a change to summer time. */
export function weekly(first: Date, times: number): number[] {
  return Array.from({ length: times }, (_, week) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + 7 * week, first.getHours(), first.getMinutes()).getTime());
}

/** Derive an address from the club's title, as far as its letters allow. */
export function addressOf(title: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");
  return plain.replace(/[^a-z0-9]+/g, "-").slice(0, 24).replace(/^-+|-+$/g, "");
}
