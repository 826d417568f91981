import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { person, tinyTable, tinyView } from "../testing/tiny";
import { drop, hasRunning, remember, running } from "./running";

vi.mock("../games", () => import("../testing/tiny"));

const mine = [person("Anna", true), person("Bo")];
let answers: Record<string, () => Response | Promise<Response>> = {};
const table = (id: string, changes: object = {}) => () => new Response(JSON.stringify(tinyTable({ id, seats: mine, ...changes })));
const refused = (kind: string, status: number) => () => new Response(JSON.stringify({ kind, code: kind, sentence: "No.", rule: null, params: {} }), { status });

beforeEach(() => {
  localStorage.clear();
  answers = {};
  vi.stubGlobal("fetch", vi.fn((path: string) => answers[path.split("/").at(-1)!]!()));
});
afterEach(() => vi.unstubAllGlobals());

describe("the games that go on", () => {
  it("are remembered, each once, until they are dropped", async () => {
    expect(hasRunning()).toBe(false);
    for (const id of ["one", "two", "one"]) remember(id);
    answers = { one: table("one"), two: table("two") };
    expect((await running()).map(({ id }) => id)).toEqual(["one", "two"]);
    drop("one");
    expect((await running()).map(({ id }) => id)).toEqual(["two"]);
  });

  it("begin with those where I am awaited", async () => {
    for (const id of ["mine", "theirs"]) remember(id);
    answers = { theirs: table("theirs", { game: tinyView({ to_move: 1 }) }), mine: table("mine", { game: tinyView({ to_move: 0 }) }) };
    expect((await running()).map(({ id }) => id)).toEqual(["mine", "theirs"]);
  });

  it("are forgotten when they have ended, are gone, or hold no seat for me", async () => {
    answers = {
      over: table("over", { status: "ended" }),
      gone: refused("unknown", 404),
      closed: refused("forbidden", 403),
      left: table("left", { seats: [person("Anna"), person("Bo")] }),
    };
    for (const id of Object.keys(answers)) remember(id);
    expect(await running()).toEqual([]);
    expect(hasRunning()).toBe(false);
  });

  it("are kept while the server cannot say", async () => {
    answers = { one: () => Promise.reject(new TypeError("no network")), two: refused("unavailable", 503) };
    for (const id of ["one", "two"]) remember(id);
    expect(await running()).toEqual([]);
    expect(hasRunning()).toBe(true);
  });
});
