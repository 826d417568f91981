import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { guest } from "../../state/people/guest.svelte";
import { standing } from "../../state/server/standing.svelte";
import { click, show, text } from "../../testing/show";
import Home from "../../pages/Home.svelte";
import Access from "./Access.svelte";
import { chrome } from "./chrome.svelte";

// Its texts are in the second file.
beforeAll(() => withMore(startLanguage()));
afterEach(() => {
  document.head.replaceChildren();
  guest.name = "";
  guest.isAccount = false;
  standing.barred = null;
  chrome.me = null;
});

describe("a server's requirement before a person may play", () => {
  it("is an account, of guests who are known", () => {
    document.head.append(Object.assign(document.createElement("meta"), { name: "quincunx-access", content: "accounts" }));
    expect(guest.requirement).toBeNull();
    guest.name = "Quiet Heron";
    expect(guest.requirement).toBe("account");
    guest.isAccount = true;
    expect(guest.requirement).toBeNull();
  });

  it("leads to a new account or to signing in", async () => {
    await show(Access, { requirement: "account" });
    expect(text()).toContain("You need an account to play here.");
    click("access-keep");
    expect(chrome.me).toBe("keep");
    click("access-sign-in");
    expect(chrome.me).toBe("sign-in");
  });

  it("leaves newcomers of a closed server no action but signing in", async () => {
    standing.barred = "closed";
    expect(guest.requirement).toBe("closed");
    await show(Access, { requirement: "closed" });
    expect(document.querySelector('[data-testid="access-keep"]')).toBeNull();
    guest.is({ name: "Ada", is_account: true, has_played: true, operator_link_at: null, has_mail: false, is_operator: false });
    expect(guest.requirement).toBeNull();
  });

  it("takes the buttons to play from the home page, and the promise that no account is needed", async () => {
    localStorage.clear();
    await show(Home, {});
    expect(text()).toContain("No account needed");
    standing.barred = "closed";
    await show(Home, {});
    expect(document.querySelector('[data-testid^="play-now"]')).toBeNull();
    expect(text()).not.toContain("No account needed");
  });
});
