/** What this device prefers, kept in its own storage: theme, sound, how moves are confirmed. */

export type Theme = "auto" | "light" | "dark";

/** What the device's own bars are coloured: the paper of the theme that is shown. */
const BARS = { light: "#f4eee2", dark: "#1b1815" };
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

/** Under which it is kept that somebody has played here to an end, that they were signed in when last here, and that
 * this device tells them of their turn. */
export const FINISHED = "finished-a-game";
export const ACCOUNT = "account";
export const TOLD = "push";
/** My tables at the server, and those of this device, as they were last known. */
export const MY_TABLES = "my-tables";
export const UNSENT = "unsent-answers";
export const LOCAL_TABLES = "local-tables";

function read(key: string): string | null {
  try {
    return localStorage.getItem(`quincunx.${key}`);
  } catch {
    return null; // storage may be forbidden; the app works without
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`quincunx.${key}`, value);
  } catch {
    // Nothing is lost but the memory of it.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`quincunx.${key}`);
  } catch {
    // There is nothing to forget where nothing may be kept.
  }
}

export function kept(key: string): string | null {
  return read(key);
}

class Preferences {
  theme = $state<Theme>("auto");
  sound = $state(false);
  /** A move is made at one press, not at the second. */
  onePress = $state(false);
  readonly #dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

  constructor() {
    const theme = read("theme");
    this.theme = THEMES.find((each) => each === theme) ?? "auto";
    // Phones are often in company: sound is off there until it is asked for.
    const coarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
    this.onePress = read("one-press") === "on";
    this.sound = read("sound") === null ? !coarse : read("sound") === "on";
    this.#dark?.addEventListener("change", () => this.apply());
  }

  /** Show the theme that is preferred now. */
  apply(): void {
    const dark = this.theme === "dark" || (this.theme === "auto" && this.#dark?.matches === true);
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = BARS[dark ? "dark" : "light"];
  }

  nextTheme(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]!;
    keep("theme", this.theme);
    this.apply();
  }

  toggleOnePress(): void {
    this.onePress = !this.onePress;
    keep("one-press", this.onePress ? "on" : "off");
  }

  toggleSound(): void {
    this.sound = !this.sound;
    keep("sound", this.sound ? "on" : "off");
  }
}

export const preferences = new Preferences();
