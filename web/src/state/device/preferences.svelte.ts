/** This device's preferences, in its own storage: theme, sound, how moves are confirmed. */

export type Theme = "auto" | "light" | "dark";

/** Colours of the device's own bars: the paper of the current theme. */
const BARS = { light: "#f4eee2", dark: "#1b1815" };
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

/** Storage keys: a game was finished here, the person was signed in, and this device shows turn notifications. */
export const FINISHED = "finished-a-game";
export const ACCOUNT = "account";
export const NOTIFIED = "push";
/** Storage keys of my tables at the server, and of those of this device, as last known. */
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
    // Only the stored value is lost.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`quincunx.${key}`);
  } catch {
    // Without storage there is nothing to remove.
  }
}

export function kept(key: string): string | null {
  return read(key);
}

class Preferences {
  theme = $state<Theme>("auto");
  sound = $state(false);
  /** Whether a move needs one press instead of two. */
  onePress = $state(false);
  readonly #dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

  constructor() {
    const theme = read("theme");
    this.theme = THEMES.find((each) => each === theme) ?? "auto";
    // Phones are often used in company: sound starts switched off there.
    const coarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
    this.onePress = read("one-press") === "on";
    this.sound = read("sound") === null ? !coarse : read("sound") === "on";
    this.#dark?.addEventListener("change", () => this.apply());
  }

  /** Apply the preferred theme. */
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
