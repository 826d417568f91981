import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { push } from "../../state/device/push.svelte";
import { click, get, show, text } from "../../testing/show";
import TurnNotifications from "./TurnNotifications.svelte";

// Its texts are in the second file.
beforeAll(() => withMore(startLanguage()));
afterEach(() => {
  push.state = null;
  vi.restoreAllMocks();
});
const done = async () => {
  await new Promise((then) => setTimeout(then));
  flushSync();
};

describe("the line about notices", () => {
  it("is not there where nothing can be told", async () => {
    await show(TurnNotifications, {});
    expect(text()).toBe("");
  });

  it("asks, and ends it in the same place", async () => {
    push.state = "off";
    vi.spyOn(push, "start").mockImplementation(async () => void (push.state = "on"));
    vi.spyOn(push, "stop").mockImplementation(async () => void (push.state = "off"));
    await show(TurnNotifications, {});
    expect(text()).toBe("Get notified when it’s your turn? Turn on notifications");
    click("told-change");
    await done();
    expect(text()).toBe("You’ll be notified on this device when it’s your turn. Turn off");
    click("told-change");
    await done();
    expect(push.stop).toHaveBeenCalledOnce();
    expect(text()).toContain("Get notified");
  });

  it("says so when it did not work, and when the browser does not allow it", async () => {
    push.state = "off";
    vi.spyOn(push, "start").mockRejectedValueOnce(new Error("no push service"));
    await show(TurnNotifications, {});
    click("told-change");
    await done();
    expect(text(get("told"))).toContain("That didn’t work. Please try again later.");
    push.state = "denied";
    flushSync();
    expect(text(get("told"))).toContain("Notifications are blocked");
    expect(document.querySelector("button")).toBeNull();
  });
});
