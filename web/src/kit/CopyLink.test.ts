/** A button that copies a link: its name, and how it confirms. */

import { expect, it, vi } from "vitest";
import { click, get, settled, show, text } from "../testing/show";
import CopyLink from "./CopyLink.svelte";

const copied = vi.hoisted(() => vi.fn());
vi.mock("../state/device/files", () => ({ copyText: copied }));

const nameOf = (button: HTMLElement) => button.getAttribute("aria-label") ?? text(button);

it.each([[false], [true]])("has a name that becomes the confirmation, as a picture: %s", async (isIcon) => {
  copied.mockResolvedValue(true);
  await show(CopyLink, { link: "https://club.example/t/one", label: "Copy link", isIcon, testId: "copy" });
  expect([nameOf(get("copy")), get("copy").querySelector("svg") !== null]).toEqual(["Copy link", isIcon]);
  click("copy");
  await settled();
  expect(copied).toHaveBeenLastCalledWith("https://club.example/t/one");
  expect([nameOf(get("copy")), text(document.querySelector('[role="status"]')!)]).toEqual(["Copied", "Copied"]);
});

it("shows the link where copying fails", async () => {
  copied.mockResolvedValue(false);
  await show(CopyLink, { link: "https://club.example/t/one", label: "Copy link", isIcon: true, testId: "copy" });
  click("copy");
  await settled();
  expect(nameOf(get("copy"))).toBe("Copy link");
  expect((get("copy-by-hand") as HTMLInputElement).value).toBe("https://club.example/t/one");
});
