import { createRawSnippet } from "svelte";
import { beforeAll, expect, it } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { get, show, text } from "../../testing/show";
import FirstClub from "./FirstClub.svelte";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

const children = createRawSnippet(() => ({ render: () => "<button>New club</button>" }));
const heading = () => text(document.querySelector("h2")!);

it("a server without clubs invites the viewer to start one, above its benefits", async () => {
  await show(FirstClub, { children });
  expect(heading()).toBe("Start the first club");
  const card = text(get("no-clubs"));
  expect(card.indexOf("New club")).toBeLessThan(card.indexOf("Club nights"));
  expect(document.querySelectorAll("li")).toHaveLength(3);
});

it("a viewer who may not start a club is told only that they are in none", async () => {
  await show(FirstClub, {});
  expect(heading()).toBe("You’re not in a club yet.");
  expect(document.querySelector("button")).toBeNull();
});
