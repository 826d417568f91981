/** The sheet about me, and its steps. */

import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { guest } from "../../state/people/guest.svelte";
import { ApiError } from "../../state/server/api";
import { FakeWaiting } from "../../testing/fakes";
import { click, get, show, text } from "../../testing/show";
import type { Reason } from "../../wire/types";
import Manage from "./Manage.svelte";
import MeSheet from "./MeSheet.svelte";
import OtherDevice from "./OtherDevice.svelte";
import Codes from "./parts/Codes.svelte";
import { Doing, Freshness } from "./parts/doing.svelte";
import SignIn from "./SignIn.svelte";

const later = vi.hoisted(() => ({ wait: (_: number, __: () => void) => () => undefined as void }));
vi.mock("../../state/device/environment", async (original) => ({ ...(await original<object>()), wait: (milliseconds: number, action: () => void) => later.wait(milliseconds, action) }));

let asked: { path: string; body: unknown }[] = [];
let answers: Record<string, [number, unknown]> = {};

beforeEach(async () => {
  asked = [];
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  vi.stubGlobal("fetch", (path: string, request: RequestInit = {}) => {
    asked.push({ path, body: request.body ? JSON.parse(String(request.body)) : null });
    const [status, body] = answers[path] ?? [200, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  guest.is({ name: "Kind Stork", is_account: false, has_played: false, operator_link_at: null, has_mail: false, is_operator: false });
  await show(Codes, { codes: [], onkept: () => undefined }); // the language is loaded
  await withMore(Promise.resolve());
  document.body.replaceChildren();
});
afterEach(() => vi.unstubAllGlobals());

const no = (code: string): Reason => ({ kind: "forbidden", code, sentence: "No.", rule: null, params: {} });
const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;
function fill(id: string, value: string) {
  const field = get(id) as HTMLInputElement;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
const submit = (id: string) => get(id).closest("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true, bubbles: true }));

describe("the sheet about me", () => {
  it("asks a guest for nothing, and shows what there is", async () => {
    await show(MeSheet, { onclose: () => undefined });
    expect([...document.querySelectorAll(".way")].map((way) => way.getAttribute("data-testid"))).toEqual(["keep", "to-sign-in", "my-page", "other-device"]);
    expect([has("my-name"), has("sheet-sign-out")]).toEqual([false, false]);
    click("edit-name");
    expect(get("save-name").hasAttribute("disabled")).toBe(true);
  });

  it("offers no account to account holders", async () => {
    guest.is({ name: "Anna", is_account: true, has_played: true, operator_link_at: null, has_mail: false, is_operator: false });
    await show(MeSheet, { onclose: () => undefined });
    expect([...document.querySelectorAll(".way")].map((way) => way.getAttribute("data-testid"))).toEqual(["my-page", "manage", "other-device", "sheet-sign-out"]);
  });

  it("signs account holders out at one press, and starts anew", async () => {
    guest.is({ name: "Anna", is_account: true, has_played: true, operator_link_at: null, has_mail: false, is_operator: false });
    const assign = vi.fn();
    vi.stubGlobal("location", { href: "https://club.example/today", hostname: "club.example", assign });
    await show(MeSheet, { onclose: () => undefined });
    click("sheet-sign-out");
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
    expect(asked).toEqual([{ path: "/api/me/sign-out", body: null }]);
  });

  it("leads from signing in to a new account", async () => {
    await show(MeSheet, { onclose: () => undefined, begin: "sign-in" });
    click("no-account");
    expect(has("make-account")).toBe(true);
  });

  it("makes an account with a password where there are no passkeys, and shows its codes once", async () => {
    answers = { "/api/account": [201, { me: { name: "Anna", is_account: true, has_played: false }, codes: [] }], "/api/account/codes": [200, { codes: ["AAAA-BBBB"] }] };
    const onclose = vi.fn();
    await show(MeSheet, { onclose, begin: "keep" });
    fill("account-name", "Anna");
    fill("new-password", "four words are enough");
    submit("make-account");
    await vi.waitFor(() => get("account-done"));
    expect(text(get("account-done"))).toBe("You’re signed in as Anna.");
    expect(asked).toEqual([{ path: "/api/account", body: { name: "Anna", codes: false, password: "four words are enough" } }]);
    click("get-codes");
    await vi.waitFor(() => get("codes"));
    expect(text(get("codes"))).toBe("AAAA-BBBB");
    expect(guest.isAccount).toBe(true);
    const cancel = new Event("cancel", { cancelable: true });
    document.querySelector("dialog")!.dispatchEvent(cancel);
    expect(cancel.defaultPrevented, "Escape does not close what is shown only once").toBe(true);
    const dialog = document.querySelector("dialog")!;
    const escape = new KeyboardEvent("keydown", { key: "Escape", cancelable: true, bubbles: true });
    dialog.dispatchEvent(escape);
    expect(escape.defaultPrevented).toBe(true);
    // A second Escape, or a phone's back gesture, closes it in any case.
    dialog.open = false;
    dialog.dispatchEvent(new Event("close"));
    expect(dialog.open, "it opens again").toBe(true);
    expect(text(get("codes"))).toBe("AAAA-BBBB");
    expect(onclose).not.toHaveBeenCalled();
    click("codes-kept");
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("lets recovery codes wait, and closes", async () => {
    answers = { "/api/account": [201, { me: { name: "Anna", is_account: true, has_played: false }, codes: [] }] };
    const onclose = vi.fn();
    await show(MeSheet, { onclose, begin: "keep" });
    fill("account-name", "Anna");
    fill("new-password", "four words are enough");
    submit("make-account");
    await vi.waitFor(() => get("account-done"));
    click("codes-later");
    expect(onclose).toHaveBeenCalledOnce();
    expect(asked.map(({ path }) => path)).toEqual(["/api/account"]);
  });

  it.each([0, 3])("reminds users who sign in without codes of them (codes: %i)", async (left) => {
    const reload = vi.fn();
    vi.stubGlobal("location", { href: "https://club.example/", hostname: "club.example", assign: reload, reload });
    answers = {
      "/api/sign-in": [200, { me: { name: "Anna", is_account: true, has_played: true }, brought: false }],
      "/api/account": [200, { name: "Anna", codes_left: left }],
    };
    await show(MeSheet, { onclose: () => undefined, begin: "sign-in" });
    fill("sign-in-name", "Anna");
    fill("sign-in-password", "secret");
    submit("sign-in");
    if (left) await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    else {
      await vi.waitFor(() => get("codes-later"));
      expect(text()).toContain("Your account has no recovery codes.");
      expect(reload).not.toHaveBeenCalled();
      click("codes-later");
      expect(reload, "the sockets of the previous person end").toHaveBeenCalledOnce();
    }
  });

  it("suggests a passphrase, and shows it", async () => {
    await show(MeSheet, { onclose: () => undefined, begin: "keep" });
    click("suggest");
    const field = get("new-password") as HTMLInputElement;
    await vi.waitFor(() => expect(field.value).toMatch(/^([a-z]+ ){5}[a-z]+$/));
    flushSync();
    expect(field.type).toBe("text");
  });
});

describe("signing in", () => {
  it.each([
    [false, true, false],
    [true, false, false],
    [true, false, true],
  ])("asks guests who have played what happens to their games (played: %s)", async (hasPlayed, isPlain, leaves) => {
    guest.is({ name: "Kind Stork", is_account: false, has_played: hasPlayed, operator_link_at: null, has_mail: false, is_operator: false });
    answers = { "/api/sign-in": [200, { me: { name: "Anna", is_account: true, has_played: true }, brought: hasPlayed }] };
    const onsigned = vi.fn();
    await show(SignIn, { onsigned });
    expect(has("bring")).toBe(!isPlain);
    if (leaves) get("leave-behind").dispatchEvent(new Event("change", { bubbles: true }));
    fill("sign-in-name", "Anna");
    fill("sign-in-password", "secret");
    submit("sign-in");
    await vi.waitFor(() => expect(onsigned).toHaveBeenCalled());
    expect(asked[0]!.body).toEqual({ name: "Anna", password: "secret", bring: hasPlayed && !leaves });
  });

  it("says why not, and sends a recovery code as one", async () => {
    answers = { "/api/sign-in": [401, no("wrong-sign-in")] };
    await show(SignIn, { onsigned: () => undefined });
    click("use-code");
    fill("sign-in-name", "Anna");
    fill("sign-in-code", "AAAA");
    submit("sign-in");
    await vi.waitFor(() => get("failure"));
    expect(text(get("failure"))).toBe("That name and password or code don’t match. Please check what you’ve typed.");
    expect(asked[0]!.body).toEqual({ name: "Anna", code: "AAAA", bring: false });
  });
});

describe("a link for another device", () => {
  it("counts down, and says when it is over", async () => {
    const waiting = new FakeWaiting();
    later.wait = waiting.wait;
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    const at = (milliseconds: number) => {
      clock.mockReturnValue(milliseconds);
      waiting.pass();
      flushSync();
    };
    answers = { "/api/me/links": [201, { url: "https://club.example/enter#secret", until: 0, qr: "<svg/>" }] };
    await show(OtherDevice, {});
    await vi.waitFor(() => get("device-link"));
    expect(text(get("link-left"))).toBe("Expires in 5:00.");
    at(61_000);
    expect(text(get("link-left"))).toBe("Expires in 3:59.");
    at(300_001);
    expect([has("device-link"), has("new-link")]).toEqual([false, true]);
    clock.mockRestore();
  });
});

describe("signing in where the server sends e-mail", () => {
  it("offers a link first, says that it is on its way, and the password on request", async () => {
    guest.is({ name: "Kind Stork", is_account: false, has_played: false, operator_link_at: null, has_mail: true, is_operator: false });
    answers = { "/api/sign-in/mail": [204, null] };
    await show(SignIn, { onsigned: () => undefined });
    expect(["mail-link", "sign-in-name"].map(has)).toEqual([true, false]);
    fill("link-address", "anna@home.example");
    submit("mail-link");
    await vi.waitFor(() => expect(text(get("link-sent"))).toContain("If anna@home.example belongs to an account here"));
    expect(asked).toEqual([{ path: "/api/sign-in/mail", body: { address: "anna@home.example", language: "en" } }]);
    await click("by-name");
    expect(has("sign-in-name")).toBe(true);
  });

  it("asks for a password to confirm an identity, not for another link", async () => {
    guest.is({ name: "Anna", is_account: true, has_played: true, operator_link_at: null, has_mail: true, is_operator: false });
    await show(SignIn, { onsigned: () => undefined, isAgain: true });
    expect(["mail-link", "sign-in-name"].map(has)).toEqual([false, true]);
  });
});

describe("the account's settings", () => {
  const NAMES = { name: "Anna", is_account: true, has_played: true, operator_link_at: null, has_mail: false, is_operator: false };
  const OFF = { turn: "off", time: "off", invitation: "off", tournament: "off", friend: "off", weekly: "push" };

  async function see(codes: number): Promise<void> {
    guest.is(NAMES);
    answers = {
      "/api/account": [200, { name: "Anna", passkeys: [], has_password: true, codes_left: codes, mail: null }],
      "/api/me/devices": [200, { devices: [] }],
      "/api/account/tokens": [200, { tokens: [] }],
      "/api/me/vacation": [200, { days: 20, left: 20, now: 0, since: null, until: null, next_at: null }],
      "/api/me/notifications": [200, { choices: OFF, has_push: true, has_mail: false, has_device: true, has_address: false }],
    };
    await show(Manage, {});
    await vi.waitFor(() => [get("codes-left"), get("notifications"), get("vacation-days")]);
    flushSync();
  }

  it("begin with links to their parts, except to the deletion of all", async () => {
    await see(0);
    const links = () => [...get("parts").querySelectorAll("a")].map((link) => link.getAttribute("href"));
    await vi.waitFor(() => expect(links()).toEqual(["#ways", "#devices", "#notifications", "#vacation", "#tokens", "#data"]));
    for (const href of links()) expect(document.querySelector(href!)).not.toBeNull();
  });

  it("mark the part that is being read, at the end of the page the last one", async () => {
    await see(0);
    const current = () => [...get("parts").querySelectorAll("[aria-current]")].map((link) => link.getAttribute("href"));
    await vi.waitFor(() => expect(current()).toEqual(["#ways"]));
    const root = document.documentElement;
    const size = (name: "clientHeight" | "scrollHeight" | "scrollTop", value: number) => vi.spyOn(root, name, "get").mockReturnValue(value);
    const tops: Record<string, number> = { ways: -300, devices: 200 };
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      return new DOMRect(0, tops[this.id] ?? 700, 0, 0);
    });
    const scroll = (to: number) => {
      size("scrollTop", to);
      window.dispatchEvent(new Event("scroll"));
      flushSync();
    };
    size("clientHeight", 800);
    size("scrollHeight", 1800);
    scroll(300);
    expect(current()).toEqual(["#devices"]);
    scroll(1000);
    expect(current()).toEqual(["#data"]);
    vi.restoreAllMocks();
  });

  it.each([
    [0, "You have no recovery codes.", false],
    [3, "3 codes are left.", true],
  ])("warn of old codes only if there are any (codes: %i)", async (codes, line, isWarned) => {
    await see(codes);
    expect(text(get("codes-left"))).toBe(line);
    expect(text().includes("the old ones stop working.")).toBe(isWarned);
  });

  it("have a switch for each notification where there is one channel", async () => {
    await see(0);
    const turn = get("notify-turn-push") as HTMLInputElement;
    expect([turn.checked, (get("notify-weekly-push") as HTMLInputElement).checked]).toEqual([false, true]);
    turn.checked = true;
    turn.dispatchEvent(new Event("change", { bubbles: true }));
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ path: "/api/me/notifications", body: { ...OFF, turn: "push" } }));
  });
});

describe("an action that needs a fresh sign-in", () => {
  it("is another name for an account: it is set when they have signed in once more", async () => {
    const me = { name: "Anna", is_account: true, has_played: true, operator_link_at: null, has_mail: false, is_operator: false };
    guest.is(me);
    answers = { "/api/me": [403, no("sign-in-again")], "/api/sign-in": [200, { me, brought: false }] };
    await show(MeSheet, { onclose: () => undefined });
    click("edit-name");
    fill("my-name", "Adele");
    submit("save-name");
    await vi.waitFor(() => get("sign-in-password"));
    answers["/api/me"] = [200, { ...me, name: "Adele" }];
    fill("sign-in-password", "secret");
    submit("sign-in");
    await vi.waitFor(() => expect(guest.name).toBe("Adele"));
    expect(asked.map(({ path }) => path)).toEqual(["/api/me", "/api/sign-in", "/api/me"]);
    await vi.waitFor(() => expect(has("sign-in")).toBe(false));
    await vi.waitFor(() => expect(text(get("name"))).toBe("Adele"));
  });

  it("asks for one, and is done then; or not at all", async () => {
    const freshness = new Freshness();
    let isFresh = false;
    const action = vi.fn(() => (isFresh ? Promise.resolve("done") : Promise.reject(new ApiError(no("sign-in-again")))));
    const first = freshness.do(action);
    await vi.waitFor(() => expect(freshness.isAsked).toBe(true));
    isFresh = true;
    freshness.resolve(true);
    await expect(first).resolves.toBe("done");
    isFresh = false;
    const doing = new Doing();
    const second = doing.run(() => freshness.do(action));
    await vi.waitFor(() => expect(freshness.isAsked).toBe(true));
    freshness.resolve(false);
    await expect(second).resolves.toBe(false);
    expect([doing.failure, doing.isBusy]).toEqual(["", false]);
    await expect(freshness.do(() => Promise.reject(new ApiError(no("last-secret"))))).rejects.toBeInstanceOf(ApiError);
  });
});
