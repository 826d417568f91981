// @vitest-environment node
import { describe, expect, it } from "vitest";
import { passphrase, randomBelow } from "./passphrase";

const LANGUAGES = ["en", "de", "es", "fr", "it", "nl", "zh"];

describe("a suggested passphrase", () => {
  it.each(LANGUAGES)("is six plain words, and another one each time (%s)", async (language) => {
    const found = await Promise.all(Array.from({ length: 50 }, () => passphrase(language)));
    for (const each of found) expect(each).toMatch(/^[a-z]{3,}(?: [a-z]{3,}){5}$/);
    expect(new Set(found).size).toBe(50);
    for (const each of found) expect(each.length).toBeGreaterThanOrEqual(15);
  });

  it("speaks the reader's language where there is a list of its words", async () => {
    const first = await Promise.all(LANGUAGES.map((language) => passphrase(language, () => 0)));
    const word = first.map((each) => each.split(" ")[0]);
    expect(word).toEqual(["abandon", "abandon", "abaco", "abaisser", "abaco", "abandon", "abandon"]);
  });

  it("draws every word, and follows its randomness alone", async () => {
    let asked = 0;
    expect(await passphrase("en", (limit) => ((asked = limit), limit - 1))).toBe(Array(6).fill("zoo").join(" "));
    expect(asked).toBe(2_048);
  });

  it("draws every number below its limit, and no other", () => {
    expect([...new Set(Array.from({ length: 2000 }, () => randomBelow(5)))].sort()).toEqual([0, 1, 2, 3, 4]);
  });
});
