import { describe, expect, it } from "vitest";
import { passphrase, randomBelow } from "./passphrase";

describe("a suggested passphrase", () => {
  it("is five words that can be said, and another one each time", () => {
    const found = Array.from({ length: 50 }, () => passphrase());
    for (const each of found) expect(each).toMatch(/^(?:[bdfgklmnprstvz][aeiou]){2}(?: (?:[bdfgklmnprstvz][aeiou]){2}){4}$/);
    expect(new Set(found).size).toBe(50);
  });

  it("follows its randomness alone", () => {
    expect(passphrase(() => 0)).toBe("baba baba baba baba baba");
    expect(passphrase((limit) => limit - 1)).toBe("zuzu zuzu zuzu zuzu zuzu");
  });

  it("draws every number below its limit, and no other", () => {
    expect([...new Set(Array.from({ length: 2000 }, () => randomBelow(5)))].sort()).toEqual([0, 1, 2, 3, 4]);
  });
});
