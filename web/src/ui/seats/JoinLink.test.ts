/** The link of an invitation: when its text is in view in a narrow panel. */

import { expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { click, get, settled, show } from "../../testing/show";
import JoinLink from "./JoinLink.svelte";

const copied = vi.hoisted(() => vi.fn());
vi.mock("../../state/device/files", () => ({ copyText: copied }));

const link = { link: "https://club.example/t/one", picture: "", title: "", testId: "link" };
const isSpare = () => get("link").classList.contains("spare");

it.each([[true, true], [false, false]])("is spared beside a button that copies it, unless copying fails: %s", async (isCopied, isSpared) => {
  await withMore(Promise.resolve());
  copied.mockResolvedValue(isCopied);
  await show(JoinLink, link);
  expect(isSpare()).toBe(true);
  click("copy");
  await settled();
  expect(isSpare()).toBe(isSpared);
});

it("is in view where no button copies or shares it", async () => {
  await withMore(Promise.resolve());
  await show(JoinLink, { ...link, hasCopy: false });
  expect(isSpare()).toBe(false);
});
