import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withMore } from "../i18n/index.svelte";
import { router } from "../router.svelte";
import { guest } from "../state/people/guest.svelte";
import { get, show, text } from "../testing/show";
import ProgramPage from "./ProgramPage.svelte";

const DIGEST = "ab".repeat(32);

beforeEach(async () => {
  guest.is({ name: "Anna", is_account: true, has_played: true, operator_link_at: null, has_mail: false, is_operator: false });
  vi.spyOn(guest, "ready").mockResolvedValue();
  await withMore(Promise.resolve());
});
afterEach(() => vi.restoreAllMocks());

const at = (hash: string) => vi.spyOn(router, "hash", "get").mockReturnValue(hash);

describe("the page of programs", () => {
  it("tells how to connect one, with commands for this server that can be copied", async () => {
    at("");
    await show(ProgramPage, {});
    const commands = ["install", "signIn", "run"].map((step) => text(get(`command-${step}`)));
    expect(commands).toEqual(["pip install quincunx", `quincunx bot --login ${location.origin}`, `quincunx bot expert --server ${location.origin}`]);
    expect([...document.querySelectorAll('[data-testid="copy"]')].map((each) => each.getAttribute("aria-label"))).toEqual(commands.map((command) => `Copy: ${command}`));
    expect(get("to-tokens").getAttribute("href")).toBe("/me/account#tokens");
    expect(document.querySelector('[role="alert"]')).toBeNull();
    expect(document.querySelector('[data-testid="program-account"]')).toBeNull();
  });

  it("tells a guest that a program needs an account", async () => {
    at("");
    guest.is({ name: "Anna", is_account: false, has_played: true, operator_link_at: null, has_mail: false, is_operator: false });
    await show(ProgramPage, {});
    expect(text(get("program-account"))).toBe("Create an account or sign in");
  });

  it("says that a damaged link is incomplete", async () => {
    at("#half".slice(1));
    await show(ProgramPage, {});
    expect(text(document.querySelector('[role="alert"]')!)).toContain("Part of it is missing");
  });

  it("asks about the program of a whole link instead", async () => {
    at(`${DIGEST}.My%20bot`);
    await show(ProgramPage, {});
    await vi.waitFor(() => get("confirm"));
    expect(text()).toContain("“My bot” asks to play as you");
    expect(document.querySelector("ol")).toBeNull();
  });
});
