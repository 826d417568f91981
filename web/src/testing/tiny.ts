/** A game for tests of shared code: two seats count up to three, and one of them has a secret. */

import type { Component } from "svelte";
import { type DayPart, binned } from "../games/day";
import type { Game, GameName } from "../games/game";
import type { SeatView, TableView } from "../wire/types";

export interface TinyOptions {
  game: GameName;
  players: number;
  sides: number;
  first: number | null;
}
export interface TinyMove {
  type: "add";
  points: number;
}
export interface TinyView {
  game: GameName;
  options: TinyOptions;
  viewer: number | null;
  to_move: number | null;
  count: number;
}
export interface TinyEvent {
  type: "added";
  seat: number;
  secret: number | null;
}

const NAME = "tiny" as GameName;
const nothing = (() => ({})) as unknown as Component<never>;

const TINY_DAY: DayPart = {
  line: () => "Count.",
  result: (number) => `${number} steps`,
  bins: (counts, mine) => binned([1, 2, 3, 4, 5].map((from) => ({ from, to: from, label: `${from}`, title: `${from} steps` })), counts, mine),
  account: ({ best }) => (best === null ? [] : [{ label: "Best", value: `${best} steps` }]),
  streams: (steps) => steps.flatMap(({ chance }, at) => (chance ? [[at]] : [])),
};

export const TINY: Game<TinyOptions, TinyMove, TinyView, TinyEvent> = {
  name: NAME,
  hasSecrets: true,
  hasDraws: true,
  hasLot: true,
  fillsHeight: false,
  seatings: [
    { players: 1, sides: 1 },
    { players: 2, sides: 2 },
    { players: 4, sides: 2 },
  ],
  levels: ["novice", "deep"],
  usualLevel: "novice",
  options: ({ players, sides }, before) => ({ game: NAME, first: null, ...before, players, sides }),
  team: ({ players, sides }, seat) => (sides < players ? seat % sides : null),
  variant: () => "",
  describe: ({ seat, secret }, names, you) => `${seat === you ? "You add" : `${names[seat]} adds`} ${secret ?? "something"}.`,
  withoutSecrets: (event) => ({ ...event, secret: null }),
  predict: (view, _, { points }) => ({ ...view, to_move: null, count: view.count + points }),
  result: ({ names, isMine }) => ({ line: `${names} counted best.`, ...(isMine ? { note: "Well done." } : {}) }),
  Box: nothing as Component,
  small: () => Promise.resolve({ default: nothing, standing: (small: string) => `${small} counted` }) as never,
  table: () => Promise.resolve({ Table: nothing }) as never,
  hint: () => Promise.resolve({ MoveLine: nothing, choiceKey: ({ points }: TinyMove) => String(points) }) as never,
  setup: () => Promise.resolve({ default: nothing }) as never,
  chance: () => Promise.resolve({ isAsked: ({ type }) => type !== "pick" }),
  replay: () => Promise.resolve({ Scene: nothing, Side: nothing }) as never,
  review: () => Promise.resolve({ Scene: nothing, MoveLine: nothing }) as never,
  rules: () => Promise.reject(new Error("a tiny game has no rules")),
  day: () => Promise.resolve({ DAY: TINY_DAY }),
};

/** Replacement of the registry of games: `vi.mock("../games", () => import("../testing/tiny"))`. */
export const GAMES = { tiny: TINY };
export const ALL = [TINY];
export const gameOf = () => TINY;
export const isGame = (name: string) => name === NAME;

export const tinyView = (changes: Partial<TinyView> = {}): TinyView => ({
  game: NAME,
  options: TINY.options(TINY.seatings[1]!),
  viewer: 0,
  to_move: 0,
  count: 0,
  ...changes,
});

export const person = (name: string, yours = false): SeatView => ({ kind: "person", name, level: null, yours, bot_moves: 0, ran_out: false, handle: yours ? "my-handle" : null });

/** Return a table of the tiny game, by default at its fifth version. */
export function tinyTable(changes: Partial<Record<keyof TableView, unknown>> = {}, settings: object = {}): TableView {
  return {
    id: "table-of-a-test",
    version: 5,
    moved_at: 5,
    status: "playing",
    host: "Anna",
    hosted_by_you: true,
    point_of_view: 0,
    seats: [person("Anna", true), person("Bo")],
    settings: { options: tinyView().options, seats: [], one_device: false, listed: false, watchable: true, hints: true, pace: null, ...settings },
    clock: null,
    game: tinyView(),
    commitment: "c".repeat(64),
    seed: null,
    entropies: [],
    commit_reveal: { round: 1, commitments: ["", ""], taking_part: null, awaited: [], left_out: [], voided: [] },
    outcome: null,
    draw_offers: [],
    resigned: [],
    rematch: null,
    phrases: [],
    talk: [],
    ...changes,
  } as unknown as TableView;
}
