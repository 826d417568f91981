import { createRawSnippet } from "svelte";
import { expect, it } from "vitest";
import { get, show, text } from "../testing/show";
import Blank from "./Blank.svelte";

const children = createRawSnippet(() => ({ render: () => '<a href="/new">Create</a>' }));

it("says in one sentence that there is nothing, shows the free place, and offers what to do next", async () => {
  await show(Blank, { title: "No tables", line: "Create one.", level: null, testid: "blank", children });
  const blank = get("blank");
  expect(text(blank)).toContain("No tables");
  expect(blank.querySelector("h1, h2, [role=alert]")).toBeNull();
  expect(blank.querySelectorAll("circle")).toHaveLength(5);
  expect(blank.querySelector("a")!.getAttribute("href")).toBe("/new");
});

it("is a page of its own where nothing was found, and the fifth piece lies beside its place", async () => {
  await show(Blank, { title: "Not here", line: "It may have moved.", lost: true, testid: "blank" });
  const blank = get("blank");
  expect(text(blank.querySelector("h1")!)).toBe("Not here");
  expect(text(blank.querySelector("[role=alert]")!)).toBe("It may have moved.");
  expect(blank.querySelectorAll("circle")).toHaveLength(6);
});
