// @vitest-environment node
import { afterEach, describe, expect, it } from "vitest";
import { Arming, MOVE, RARE } from "./arming.svelte";
import { preferences } from "./preferences.svelte";

describe("a press that cannot be undone", () => {
  afterEach(() => {
    preferences.onePress = false;
  });

  it("acts when repeated on the same button", () => {
    const arming = new Arming();
    expect(arming.press("draw")).toBe(false);
    expect(arming.armed).toBe("draw");
    expect(arming.press("draw")).toBe(true);
    expect(arming.armed).toBeNull();
  });

  it("does not act if another button was pressed in between", () => {
    const arming = new Arming();
    arming.press("draw");
    expect(arming.press("exchange")).toBe(false);
    expect(arming.armed).toBe("exchange");
    arming.disarm();
    expect(arming.press("exchange")).toBe(false);
  });

  it("needs a third press for a rare, costly move, and counts the presses", () => {
    const arming = new Arming();
    expect([arming.press("exchange", RARE), arming.pressed]).toEqual([false, 1]);
    expect([arming.press("exchange", RARE), arming.pressed]).toEqual([false, 2]);
    expect(arming.press("exchange", RARE)).toBe(true);
    // Pressing another button starts over.
    arming.press("exchange", RARE);
    expect(arming.press("resign", MOVE)).toBe(false);
    expect(arming.press("exchange", RARE)).toBe(false);
  });

  it("acts at once for players who prefer one press", () => {
    preferences.onePress = true;
    expect(new Arming().press("draw")).toBe(true);
  });
});
