import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { choose, language, languages, nameOf, shortNameOf, speak, startLanguage, t, tOf, actionText, withMore } from "./index.svelte";

beforeEach(async () => {
  await withMore(startLanguage());
  await speak("en", false);
});

describe("the words", () => {
  it("change with the language, in place", async () => {
    expect(t("app.home")).toBe("Home");
    await speak("it");
    expect(language()).toBe("it");
    expect(document.documentElement.lang).toBe("it");
    expect(t("app.home")).toBe("Home");
  });

  it("say how they are written", async () => {
    await speak("zh", false);
    expect(document.documentElement.lang).toBe("zh-Hans");
    expect(t("open.free", { count: 1 })).toBe("1 个空座位");
  });

  it("stay where they are for a language that there is not", async () => {
    await speak("tlh");
    expect(language()).toBe("en");
  });

  it("fill in what is asked for, and count", () => {
    expect(t("open.by", { name: "Anna" })).toBe("hosted by Anna");
    expect([t("open.free", { count: 1 }), t("open.free", { count: 2 })]).toEqual(["1 open seat", "2 open seats"]);
  });

  it("name the actor of an action, or address the reader", () => {
    expect([actionText("event.drawOffered", false, { name: "Anna" }), actionText("event.drawOffered", true, { name: "Anna" })]).toEqual(["Anna offers a draw.", "You offer a draw."]);
  });

  it("are looked for in the game's own texts first", () => {
    expect(tOf("nothing-like-it", "app.home", "?")).toBe("Home");
    expect(tOf(null, "app.home", "?")).toBe("Home");
    expect(tOf(null, "app.nowhere", "?")).toBe("?");
    expect(tOf(null, "_glossary.table", "?")).toBe("?");
  });
});

describe("a text of the later part", () => {
  it("is empty until it comes, which it does by being asked for", async () => {
    vi.resetModules();
    const words = await import("./index.svelte");
    await words.startLanguage();
    await words.speak("en", false);
    expect(words.t("app.home")).toBe("Home");
    expect(words.t("table.noTable")).toBe("");
    await vi.waitFor(() => expect(words.t("table.noTable")).toBe("This table doesn’t exist."));
  });
});

describe("the words of a refusal", () => {
  afterEach(() => void vi.useRealTimers());

  it("are not waited for without end on a line that hangs", async () => {
    vi.resetModules();
    const { default: loaders } = await import("virtual:texts");
    const words = await import("./index.svelte");
    await words.startLanguage();
    await words.speak("nl", false);
    vi.useFakeTimers();
    vi.spyOn(loaders["nl"]!, 1).mockReturnValue(new Promise(() => {}));
    let isOver = false;
    void words.fetchFor("refusal.stale").then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(2000);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(isOver).toBe(true);
  });
});

describe("languages", () => {
  it("are the first of those wanted that there is, else English", () => {
    expect(languages).toEqual(expect.arrayContaining(["en", "it"]));
    expect(choose(["tlh", "it-CH", "en"])).toBe("it");
    expect(choose(["tlh"])).toBe("en");
    expect(choose(["zh-CN", "en"])).toBe("zh");
  });

  it("are called by their own names", () => {
    expect(languages.map(nameOf)).toEqual(["Deutsch", "English", "Español", "Français", "Italiano", "Nederlands", "简体中文"]);
    expect(languages.map(shortNameOf)).toEqual(["DE", "EN", "ES", "FR", "IT", "NL", "中文"]);
  });
});
