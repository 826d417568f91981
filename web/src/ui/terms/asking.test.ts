import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeWaiting } from "../../testing/fakes";
import { Asking } from "./asking.svelte";

let asking: Asking;
let waiting: FakeWaiting;
let stop: () => void;
let isHintKey: boolean;
let pressed: string[];

beforeEach(() => {
  document.body.innerHTML = '<p id="nothing"></p><div data-term="rack"><button id="die" data-term="die"><span id="face"></span></button><i id="slot"></i></div>';
  pressed = [];
  document.getElementById("die")!.addEventListener("click", () => pressed.push("click"));
  addEventListener("keydown", noteKey);
  waiting = new FakeWaiting();
  isHintKey = false;
  asking = new Asking(() => isHintKey, waiting.wait);
  stop = asking.start();
});
afterEach(() => {
  stop();
  removeEventListener("keydown", noteKey);
});

const noteKey = () => pressed.push("key");
const at = (id: string) => document.getElementById(id)!;
const touch = (type: string, id: string, x = 0) => at(id).dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch", isPrimary: true, clientX: x }));
const click = (id: string, detail = 1) => at(id).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
const term = () => asking.element?.dataset["term"] ?? null;

describe("a finger", () => {
  it("that rests asks about what lies nearest under it, and does nothing else", () => {
    touch("pointerdown", "face");
    waiting.pass();
    expect(term()).toBe("die");
    touch("pointerup", "face");
    click("face");
    expect(pressed).toEqual([]);
    touch("pointerdown", "face");
    touch("pointerup", "face");
    click("face");
    expect(pressed, "the next touch is one again").toEqual(["click"]);
  });

  it("that is lifted, slips or rests on nothing asks nothing", () => {
    touch("pointerdown", "die");
    touch("pointerup", "die");
    waiting.pass();
    touch("pointerdown", "die");
    touch("pointermove", "die", 30);
    waiting.pass();
    touch("pointerdown", "nothing");
    waiting.pass();
    expect(term()).toBeNull();
    touch("pointerdown", "slot");
    touch("pointermove", "slot", 4);
    waiting.pass();
    expect(term(), "a little it may tremble").toBe("rack");
  });

  it("that drags what it has held for a while takes the question back, and keys press all the same", () => {
    touch("pointerdown", "die");
    waiting.pass();
    touch("pointermove", "die", 60);
    expect(term()).toBeNull();
    touch("pointerup", "die");
    touch("pointerdown", "die");
    waiting.pass();
    touch("pointerup", "die");
    click("die", 0);
    expect(pressed).toEqual(["click"]);
  });

  it("asks once where the phone has a menu of its own for it", () => {
    touch("pointerdown", "die");
    const menu = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
    at("die").dispatchEvent(menu);
    expect([term(), menu.defaultPrevented, waiting.count]).toEqual(["die", true, 0]);
    click("die");
    expect(pressed).toEqual([]);
  });
});

describe("a mouse", () => {
  it("asks with its other button, and presses with the first", () => {
    at("die").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "mouse", isPrimary: true }));
    expect(waiting.count).toBe(0);
    at("slot").dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    expect(term()).toBe("rack");
    click("die");
    expect(pressed).toEqual(["click"]);
  });

  it("has the browser's own menu where there is nothing to ask", () => {
    const menu = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
    at("nothing").dispatchEvent(menu);
    expect([term(), menu.defaultPrevented]).toEqual([null, false]);
  });
});

describe("the question mark", () => {
  const ask = () => document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }));

  it("asks about what has the focus", () => {
    at("die").focus();
    ask();
    expect([term(), pressed]).toEqual(["die", []]);
  });

  it("is left to hints where there are any", () => {
    isHintKey = true;
    at("die").focus();
    ask();
    expect([term(), pressed]).toEqual([null, ["key"]]);
  });
});

it("no listener remains in the end", () => {
  stop();
  at("die").dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }));
  expect(term()).toBeNull();
});
