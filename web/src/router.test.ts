import { describe, expect, it } from "vitest";
import { ALL } from "./games";
import { parse } from "./router.svelte";

const [first, second] = ALL.map(({ name }) => name);

describe("addresses", () => {
  it.each([
    ["/", "", { page: "home" }],
    ["/new", `?game=${second}&with=device`, { page: "new", game: second, preset: "device", invite: null, club: null }],
    ["/new", `?game=${second}&invite=a-friends-handle`, { page: "new", game: second, preset: null, invite: "a-friends-handle", club: null }],
    ["/new", "?invite=../../nobody", { page: "new", game: first, preset: null, invite: null, club: null }],
    ["/new", `?game=${first}&club=Chess-Cafe`, { page: "new", game: first, preset: null, invite: null, club: "chess-cafe" }],
    ["/play", "", { page: "home" }],
    ["/c", "", { page: "clubs" }],
    ["/c/chess-cafe", "", { page: "club", name: "chess-cafe" }],
    ["/c/../x", "", { page: "unknown" }],
    ["/new", "?game=nonsense", { page: "new", game: first, preset: null, invite: null, club: null }],
    ["/community", "", { page: "community" }],
    ["/open", "", { page: "community" }],
    [`/rules/${second}`, "", { page: "rules", game: second }],
    ["/rules/chess", "", { page: "unknown" }],
    ["/learn", "", { page: "learn", game: null, step: null }],
    [`/learn/${second}`, "?step=3", { page: "learn", game: second, step: 3 }],
    ["/learn/chess", "", { page: "unknown" }],
    ["/study", "?table=AbCd_-12345678&ply=7", { page: "study", table: "AbCd_-12345678", ply: 7 }],
    ["/study", "?table=../x&ply=7", { page: "unknown" }],
    ["/t/AbCd_-12345678", "?guided", { page: "table", id: "AbCd_-12345678", isGuided: true }],
    ["/t/AbCd_-12345678", "", { page: "table", id: "AbCd_-12345678", isGuided: false }],
    ["/t/AbCd_-12345678/replay", "?ply=12", { page: "replay", id: "AbCd_-12345678", ply: 12 }],
    ["/t/AbCd_-12345678/replay", "?ply=-3", { page: "replay", id: "AbCd_-12345678", ply: null }],
    ["/t/AbCd_-12345678/review", "?ply=12", { page: "review", id: "AbCd_-12345678", ply: 12 }],
    ["/t/AbCd_-12345678/review", "", { page: "review", id: "AbCd_-12345678", ply: null }],
    ["/t/short", "", { page: "unknown" }],
    ["/t/<script>", "", { page: "unknown" }],
    ["/me", "", { page: "person", handle: "me" }],
    ["/me/account", "", { page: "account" }],
    ["/p/AbCd_-12", "", { page: "person", handle: "AbCd_-12" }],
    ["/p/<script>", "", { page: "unknown" }],
    ["/p/me/account", "", { page: "unknown" }],
    ["/me/elsewhere", "", { page: "unknown" }],
    ["/enter", "", { page: "enter", kind: "link" }],
    ["/enter/mail", "", { page: "enter", kind: "mail" }],
    ["/confirm", "", { page: "confirm", token: undefined }],
    ["/unsubscribe/someone~turn~mac", "", { page: "confirm", token: "someone~turn~mac" }],
    ["/invited", "", { page: "invited" }],
    ["/enter/operator", "", { page: "enter", kind: "operator" }],
    ["/program", "", { page: "program" }],
    ["/e", "", { page: "tournaments" }],
    ["/e/AbCd_-12345678", "", { page: "tournament", id: "AbCd_-12345678", isWall: false }],
    ["/e/AbCd_-12345678", "?wall", { page: "tournament", id: "AbCd_-12345678", isWall: true }],
    ["/e/AbCd_-12345678/rounds", "", { page: "unknown" }],
    ["/e/<script>", "", { page: "unknown" }],
    ["/today", "", { page: "day", date: "today" }],
    ["/today/2026-11-22", "", { page: "day", date: "2026-11-22" }],
    ["/today/yesterday", "", { page: "unknown" }],
    ["/nowhere", "", { page: "unknown" }],
  ] as const)("%s%s", (path, search, route) => {
    expect(parse(path, search)).toEqual(route);
  });
});

it("the home page of a server that is one club is the club's", () => {
  const meta = Object.assign(document.createElement("meta"), { name: "quincunx-club", content: "chess-cafe" });
  document.head.append(meta);
  expect(parse("/")).toEqual({ page: "club", name: "chess-cafe" });
  expect(parse("/play")).toEqual({ page: "home" });
  meta.remove();
});
