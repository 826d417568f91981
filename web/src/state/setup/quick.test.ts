import { expect, it, vi } from "vitest";
import { router } from "../../router.svelte";
import { TINY } from "../../testing/tiny";
import { api } from "../server/api";
import { begun } from "./begun";
import { playNow } from "./quick";

vi.mock("../../games", () => import("../../testing/tiny"));
vi.mock("../people/guest.svelte", () => ({ guest: { ready: () => Promise.resolve() } }));

it("loads the table's page while the table is being made", async () => {
  let make = (_: { id: string }) => {};
  vi.spyOn(api, "make").mockReturnValue(new Promise((resolve) => (make = resolve as typeof make)));
  const load = vi.spyOn(router, "loadTablePage");
  const go = vi.spyOn(router, "go").mockImplementation(() => {});
  const made = playNow(TINY);
  expect(load).toHaveBeenCalledOnce();
  expect(go).not.toHaveBeenCalled();
  make({ id: "a-new-table" });
  await made;
  expect(go).toHaveBeenCalledExactlyOnceWith("/t/a-new-table");
  expect(begun).toEqual({ table: "a-new-table", made: { id: "a-new-table" } });
});
