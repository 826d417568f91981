import { describe, expect, it } from "vitest";
import { fromSite, toSite } from "./staticSite";

const FOLDER = "/games/quincunx/";

describe("addresses of a static site", () => {
  it.each([
    ["/", FOLDER],
    ["/#content", `${FOLDER}#content`],
    ["/?x=1", `${FOLDER}?/&x=1`],
    ["/rules/some", `${FOLDER}?/rules/some`],
    ["/t/local-AbCd/replay?ply=3#top", `${FOLDER}?/t/local-AbCd/replay&ply=3#top`],
  ])("%s is a query and is read again", (address, site) => {
    expect(toSite(FOLDER, address)).toBe(site);
    const { pathname, search, hash } = fromSite(FOLDER, new URL(site, "http://somewhere"))!;
    expect(pathname + search + hash).toBe(address);
  });

  it.each(["/licenses.txt", "/docs/rules/some.html#end", "/share.png"])("%s is a file in the folder", (address) => {
    const site = toSite(FOLDER, address);
    expect(site).toBe(FOLDER + address.slice(1));
    expect(fromSite(FOLDER, new URL(site, "http://somewhere"))).toBeNull();
  });

  it("takes the page by its name, other queries and addresses of the app itself", () => {
    const read = (address: string) => fromSite(FOLDER, new URL(address, "http://somewhere"))?.pathname;
    expect(read(`${FOLDER}index.html?/learn`)).toBe("/learn");
    expect(read(`${FOLDER}?source=elsewhere`)).toBe("/");
    expect(read("/learn/some")).toBe("/learn/some");
  });
});
