import { afterEach, describe, expect, it } from "vitest";
import { Arming, MOVE, RARE } from "./arming.svelte";
import { preferences } from "./preferences.svelte";

describe("what cannot be taken back", () => {
  afterEach(() => {
    preferences.onePress = false;
  });

  it("is done at the second press of the same thing", () => {
    const arming = new Arming();
    expect(arming.press("draw")).toBe(false);
    expect(arming.armed).toBe("draw");
    expect(arming.press("draw")).toBe(true);
    expect(arming.armed).toBeNull();
  });

  it("is not done when something else was pressed in between", () => {
    const arming = new Arming();
    arming.press("draw");
    expect(arming.press("exchange")).toBe(false);
    expect(arming.armed).toBe("exchange");
    arming.disarm();
    expect(arming.press("exchange")).toBe(false);
  });

  it("needs a third press where it is rare and costs much, and says how many there were", () => {
    const arming = new Arming();
    expect([arming.press("exchange", RARE), arming.pressed]).toEqual([false, 1]);
    expect([arming.press("exchange", RARE), arming.pressed]).toEqual([false, 2]);
    expect(arming.press("exchange", RARE)).toBe(true);
    // Pressing another button starts over.
    arming.press("exchange", RARE);
    expect(arming.press("resign", MOVE)).toBe(false);
    expect(arming.press("exchange", RARE)).toBe(false);
  });

  it("is done at once for those who want it so", () => {
    preferences.onePress = true;
    expect(new Arming().press("draw")).toBe(true);
  });
});
