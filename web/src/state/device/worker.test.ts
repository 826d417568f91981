import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";

it("goes on without the part for notifications if it cannot be fetched", async () => {
  const asked = vi.fn();
  vi.doMock("./push.svelte", () => {
    asked();
    throw new TypeError("error loading dynamically imported module");
  });
  const registration = { waiting: null, active: null, addEventListener: () => undefined };
  const serviceWorker = { register: async () => registration, ready: Promise.resolve(registration) };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker }));
  const failed = vi.fn();
  process.on("unhandledRejection", failed);
  const { startWorker } = await import("./worker.svelte");
  await startWorker(() => undefined);
  flushSync();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(failed).not.toHaveBeenCalled();
  process.off("unhandledRejection", failed);
});
