import { expect, it } from "vitest";
import { show } from "../../testing/show";
import Initial from "./Initial.svelte";

const sign = () => document.querySelector(".initial")!;
const colour = () => [...sign().classList].find((name) => name.startsWith("of-"));

it("shows the first letter of a name as a capital, whatever its script", async () => {
  await show(Initial, { name: " ada of the Reeds" });
  expect(sign().textContent).toBe("A");
  document.body.replaceChildren();
  await show(Initial, { name: "𝒳eno" });
  expect(sign().textContent).toBe("𝒳");
});

it("gives a name the same colour everywhere, and not all names one", async () => {
  const colours = new Map<string, string | undefined>();
  for (const name of ["Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Ada"]) {
    document.body.replaceChildren();
    await show(Initial, { name });
    if (colours.has(name)) expect(colour()).toBe(colours.get(name));
    colours.set(name, colour());
  }
  expect(new Set(colours.values()).size).toBeGreaterThan(1);
});

it("says nothing to screen readers, which hear the name beside it", async () => {
  await show(Initial, { name: "Ada" });
  expect(sign().getAttribute("aria-hidden")).toBe("true");
});
