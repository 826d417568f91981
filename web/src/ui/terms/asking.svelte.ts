/**
 * Detection of the question “what is this?”. A long press, a right click or the menu key asks about an element with a
 * term (`data-term`). So does `?` on the focused or hovered element, where that key does not request a hint.
 */

import { wait } from "../../state/device/environment";

/** Milliseconds of a long press, and pixels that the finger may slip. */
const HOLD = 500;
const SLIP = 10;

export class Asking {
  /** The element in question; `null`: none. */
  element = $state.raw<HTMLElement | null>(null);
  #at: { readonly x: number; readonly y: number } | null = null;
  #cancel: (() => void) | null = null;
  /** True after a long press: lifting the finger triggers nothing. */
  #hasAsked = false;

  constructor(
    private readonly isHintKey: () => boolean,
    private readonly later = wait,
  ) {}

  /** Start listening. Return a function that stops it. */
  start(): () => void {
    const listeners: Partial<{ [Name in keyof WindowEventMap]: (event: WindowEventMap[Name]) => void }> = {
      pointerdown: (event) => this.#press(event),
      pointermove: (event) => this.#move(event),
      pointerup: () => this.#lift(),
      pointercancel: () => this.#lift(),
      click: (event) => this.#click(event),
      contextmenu: (event) => this.#menu(event),
      keydown: (event) => this.#key(event),
    };
    const all = Object.entries(listeners) as [string, EventListener][];
    for (const [name, listener] of all) addEventListener(name, listener, true);
    return () => {
      this.#lift();
      for (const [name, listener] of all) removeEventListener(name, listener, true);
    };
  }

  #press(event: PointerEvent): void {
    this.#lift();
    this.#hasAsked = false;
    const term = termOf(event.target);
    if (event.pointerType === "mouse" || !event.isPrimary || !term) return;
    this.#at = { x: event.clientX, y: event.clientY };
    this.#cancel = this.later(HOLD, () => {
      this.#hasAsked = true;
      this.element = term;
    });
  }

  /** Dragging after a long press closes the answer. */
  #move(event: PointerEvent): void {
    if (!this.#at || Math.hypot(event.clientX - this.#at.x, event.clientY - this.#at.y) <= SLIP) return;
    if (this.#hasAsked) this.element = null;
    this.#hasAsked = false;
    this.#lift();
  }

  #lift(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#at = null;
  }

  #click(event: MouseEvent): void {
    // A click by keyboard or screen reader is no touch.
    if (!this.#hasAsked || event.detail === 0) return;
    this.#hasAsked = false;
    event.preventDefault();
    event.stopPropagation();
  }

  #menu(event: MouseEvent): void {
    const term = termOf(event.target);
    if (!term) return;
    event.preventDefault();
    // On some phones the context menu event comes first: the long press has asked.
    this.#hasAsked ||= this.#at !== null;
    this.#cancel?.();
    this.element = term;
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== "?" || this.isHintKey() || event.target instanceof HTMLInputElement) return;
    const term = termOf(document.activeElement) ?? termOf([...document.querySelectorAll(":hover")].at(-1) ?? null);
    if (!term) return;
    event.preventDefault();
    event.stopPropagation();
    this.element = term;
  }
}

const termOf = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>("[data-term]") : null);
