/** Timeouts for all tests: lazy loading may take long on a busy machine, and no test times it. */

import { vi } from "vitest";

const PATIENCE_MILLISECONDS = 20_000;
const waitFor = vi.waitFor.bind(vi);

vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: PATIENCE_MILLISECONDS, interval: 10 });
