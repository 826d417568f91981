/** The log of operators' actions: its address says which of them are shown. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { router } from "../../router.svelte";
import { get, show, text } from "../../testing/show";
import Acts from "./Acts.svelte";

let asked: URL[] = [];
beforeEach(async () => {
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(new URL(path, location.origin));
    const acts = [{ number: 1, at: 0, actor: "Ada", is_account: true, act: "ban", person: "Bo", note: "rude" }];
    return Promise.resolve(new Response(JSON.stringify({ acts, before: null })));
  });
  await withMore(Promise.resolve());
});
afterEach(() => {
  vi.unstubAllGlobals();
  router.go("/", true);
});

const settled = async (ms = 0) => {
  await new Promise((done) => setTimeout(done, ms));
};
const last = () => Object.fromEntries(asked.at(-1)!.searchParams);

async function shownAt(address: string): Promise<void> {
  router.go(address, true);
  const { route } = router;
  if (route.page !== "moderation") throw new Error("another page");
  await show(Acts, { act: route.act, person: route.person });
  await settled(20);
}

describe("the log of operators' actions", () => {
  it("shows what its address says", async () => {
    await shownAt("/moderation?part=acts&act=ban&person=Bo");
    expect(last()).toEqual({ act: "ban", person: "Bo" });
    expect((get("acts-kind") as HTMLSelectElement).value).toBe("ban");
    expect((get("acts-person") as HTMLInputElement).value).toBe("Bo");
    expect(text(get("act"))).toContain("rude");
  });

  it("has an address for what was chosen", async () => {
    await shownAt("/moderation?part=acts");
    expect(last()).toEqual({});
    const person = get("acts-person") as HTMLInputElement;
    person.value = "Bo";
    person.dispatchEvent(new Event("input", { bubbles: true }));
    await settled(350);
    expect(location.search).toBe("?part=acts&person=Bo");
    expect(last()).toEqual({ person: "Bo" });
    const kind = get("acts-kind") as HTMLSelectElement;
    kind.value = "unban";
    kind.dispatchEvent(new Event("change", { bubbles: true }));
    await settled(20);
    expect(location.search).toBe("?part=acts&act=unban&person=Bo");
    expect(last()).toEqual({ act: "unban", person: "Bo" });
  });
});
