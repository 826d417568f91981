// @vitest-environment node
import { describe, expect, it } from "vitest";
import { addTexts, textOf } from "./catalogue";

addTexts("en", { shelf: { title: "Of {{name}}, and of {{name}} again", dice_one: "{{count}} die", dice_other: "{{count}} dice" } });
addTexts("it", { shelf: { dice_one: "{{count}} dado", dice_many: "{{count}} di dadi", dice_other: "{{count}} dadi" } });

describe("a catalogue", () => {
  it("fills every hole, and leaves open what it is not told", () => {
    expect(textOf("en", "shelf.title", { name: "$& {{name}}" })).toBe("Of $& {{name}}, and of $& {{name}} again");
    expect(textOf("en", "shelf.title")).toBe("Of {{name}}, and of {{name}} again");
  });

  it("has the form that the language wants for a number", () => {
    expect([0, 1, 2].map((count) => textOf("en", "shelf.dice", { count }))).toEqual(["0 dice", "1 die", "2 dice"]);
    expect(textOf("it", "shelf.dice", { count: 1_000_000 })).toBe("1000000 di dadi");
    expect(textOf("en", "shelf.dice", { count: 1_000_000 }), "and the general one where there is no such").toBe("1000000 dice");
  });

  it("knows nothing of what is not there, nor of a whole section, nor of another language's", () => {
    for (const key of ["shelf", "shelf.books", "shelf.dice", "constructor", "__proto__"]) expect(textOf("en", key)).toBeUndefined();
    expect(textOf("it", "shelf.title")).toBeUndefined();
    expect(textOf("tlh", "shelf.title")).toBeUndefined();
  });

  it("grows, the newer words going first", () => {
    addTexts("en", { shelf: { title: "Anew" } });
    expect(textOf("en", "shelf.title")).toBe("Anew");
    expect(textOf("en", "shelf.dice", { count: 1 })).toBe("1 die");
  });
});
