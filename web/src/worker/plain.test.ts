// @vitest-environment node
import { describe, expect, it } from "vitest";
import { isOurs, noticeOf, offline, tableAt } from "./plain";

const HERE = "https://club.example";
const TEXTS = {
  en: { lang: "en", offlineTitle: "You’re offline", offline: "Try <later>", again: "Try again", home: "Back" },
  it: { lang: "it", offlineTitle: "Sei offline", offline: "Riprova", again: "Di nuovo", home: "Indietro" },
  zh: { lang: "zh-Hans", offlineTitle: "你已离线", offline: "重试", again: "重试", home: "返回" },
};

describe("the service worker's own responses", () => {
  it.each([
    ["GET", "/assets/index-abc.js", "cors", "file"],
    ["GET", "/", "navigate", "page"],
    ["GET", "/t/abc", "navigate", "page"],
    ["GET", "/api/me", "cors", null],
    ["GET", "/api/tables/abc/record", "navigate", null],
    ["POST", "/assets/index-abc.js", "cors", null],
    ["POST", "/t/abc", "navigate", null],
    ["GET", "/theme.js", "no-cors", "shell"],
    ["GET", "/local/code.zip", "cors", "shell"],
    ["GET", "/local/networks.zip", "cors", "shell"],
    ["GET", "/health/live", "cors", null],
    ["GET", "/docs/index.html", "navigate", "document"],
    ["GET", "/docs", "navigate", "document"],
    ["GET", "https://other.example/assets/a.js", "cors", null],
  ])("%s %s (%s): %s", (method, path, mode, kind) => {
    expect(isOurs(method, new URL(path, HERE).href, `${HERE}/`, mode)).toBe(kind);
  });

  it("are for files in its folder", () => {
    const kinds = ["folder/?/t/abc", "folder/docs/index.html", "elsewhere/"].map((path) => isOurs("GET", `${HERE}/${path}`, `${HERE}/folder/`, "navigate"));
    expect(kinds).toEqual(["page", "document", null]);
  });
});

describe("a notice", () => {
  it("says what the server said, and leads to the table", () => {
    const { title, options } = noticeOf(JSON.stringify({ title: "Your turn", body: "With Bo", table: "abc_-1" }));
    expect(title).toBe("Your turn");
    expect(options).toMatchObject({ body: "With Bo", tag: "/t/abc_-1", renotify: true, data: { path: "/t/abc_-1" } });
  });

  it.each(["", "nonsense", "null", "[]", '{"title":1,"table":"//evil.example"}', '{"table":"../api/me"}'])("is shown whatever came: %s", (text) => {
    const { title, options } = noticeOf(text);
    expect(title).toBe("Quincunx");
    expect(options.data).toEqual({ path: "/" });
  });

  it("knows a table by its address", () => {
    expect(tableAt(`${HERE}/t/abc`)).toBe("abc");
    expect(tableAt(`${HERE}/t/abc/replay?ply=3`)).toBe("abc");
    expect(tableAt(`${HERE}/rules/t/abc`)).toBeNull();
  });
});

describe("the page without a connection", () => {
  it.each([
    ["it-CH", "it", "Sei offline"],
    ["en-GB", "en", "You’re offline"],
    ["zh-CN", "zh-Hans", "你已离线"],
    ["fr", "en", "You’re offline"],
  ])("speaks to a reader of %s", async (language, lang, title) => {
    const answer = offline(TEXTS, language, null);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("asks again by itself until the server is back", async () => {
    const answer = offline(TEXTS, "en", null);
    expect(await answer.text()).toMatch(/<meta http-equiv="refresh" content="\d">/);
  });

  it("leads to the app where that works without a connection", async () => {
    expect(await offline(TEXTS, "it", `${HERE}/`).text()).toContain(`<a class="home" href="${HERE}/">Indietro</a>`);
    expect(await offline(TEXTS, "it", null).text()).not.toContain("Indietro");
  });

  it("asks for no icon, which its own policy would refuse", async () => {
    const answer = offline(TEXTS, "en", null);
    expect(await answer.text()).toContain('<link rel="icon" href="data:,">');
    expect(answer.headers.get("content-security-policy")).toContain("img-src data:");
  });

  it("writes words as words", async () => {
    expect(await offline(TEXTS, "en", null).text()).toContain("Try &#60;later&#62;");
  });
});
