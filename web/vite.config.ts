import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./compressed.ts";
import { first } from "./first.ts";
import { interpreter } from "./interpreter.ts";
import { notices } from "./notices.ts";
import { texts } from "./texts.ts";
import { worker } from "./worker.ts";

const server = process.env["QUINCUNX_SERVER"] ?? "http://localhost:8420";

/** Files for every page, by path in `src`. */
const BASE = [
  "i18n/index.svelte.ts",
  "i18n/lists.ts",
  "kit/Mark.svelte",
  "router.svelte.ts",
  "state/chance/entropy.ts",
  "state/device/environment.ts",
  "state/device/preferences.svelte.ts",
  "state/lobby/company.svelte.ts",
  "state/people/guest.svelte.ts",
  "state/server/address.ts",
  "state/server/api.ts",
  "state/server/line.ts",
  "state/server/place.svelte.ts",
  "state/setup/begun.ts",
  "state/setup/quick.ts",
  "ui/shell/Elsewhere.svelte",
  "ui/shell/PlacesButton.svelte",
  "ui/shell/places.ts",
  "ui/shell/Tools.svelte",
  "ui/shell/chrome.svelte.ts",
  "words/names.ts",
  "words/refusals.ts",
  "words/teams.ts",
];

/** Files for every table, some of which other pages use. */
const PARTS = [
  "kit/Bulb.svelte",
  "kit/PressAgain.svelte",
  "kit/SeatName.svelte",
  "kit/SeatTime.svelte",
  "kit/Sheet.svelte",
  "kit/Sign.svelte",
  "kit/TeamBadge.svelte",
  "kit/layouts.svelte.ts",
  "state/device/arming.svelte.ts",
  "state/device/sound.ts",
  "state/chance/commitment.ts",
  "state/chance/commitReveal.ts",
  "state/table/clock.svelte.ts",
  "state/table/hint.svelte.ts",
  "styles/layouts.css",
  "ui/seats/Seats.svelte",
  "ui/setup/Face.svelte",
  "ui/table/Greeting.svelte",
  "ui/table/events.ts",
  "ui/terms/Terms.svelte",
  "ui/terms/asking.svelte.ts",
];

/** Files for the waiting room, some of which other pages use. */
const ROOM = ["kit/PersonLink.svelte", "state/device/files.ts", "ui/lobby/seating.ts", "words/pace.ts"];

/** Return a pattern for these files and Vite's variants of them (`?svelte&type=style`). */
const these = (paths: readonly string[]) => `/src/(?:${paths.map((path) => path.replaceAll(".", "\\.")).join("|")})(?:\\?|$)`;

/** A game's part of the table is one file a game. */
const GAME_TABLES = /\/src\/games\/[^/]+\/(?:table|case|scores|cards|board)\//;
const gameOf = (id: string) => /\/games\/([^/]+)\//.exec(id)?.[1] ?? null;

export default defineConfig({
  // The texts are the package's, shared with the terminal. Scopes of styles have short names: a first visit loads
  // hundreds, and they do not compress. Files refer to each other by relative paths, so the same build serves a server
  // and a static site's folder. The page has many addresses at a server, so it uses paths from the root.
  experimental: { renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/${name}` : { relative: true }) },
  plugins: [svelte({ compilerOptions: { cssHash: ({ hash, filename }) => `s${hash(filename).slice(0, 5)}` } }), first(), texts("../src/quincunx"), notices(), worker("../src/quincunx"), compressed()],
  build: {
    outDir: process.env["QUINCUNX_CLIENT_OUT"] ?? "../src/quincunx/server/static",
    emptyOutDir: true,
    // The browsers of the list in package.json; `npm run browsers` checks more.
    target: ["ios16.0", "safari16.0", "firefox115", "chrome105", "edge105"],
    // The server's content policy forbids data: URLs for scripts and fonts; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Files for every page are one file: each further file of a first visit costs as much as a kilobyte.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "base", test: new RegExp(`/node_modules/svelte/|${these(BASE)}`), priority: 2 }, { name: "parts", test: new RegExp(these(PARTS)), priority: 1 }, { name: "room", test: new RegExp(these(ROOM)), priority: 1 }, { name: gameOf, test: GAME_TABLES, priority: 1 }] } } },
  },
  worker: { format: "es", plugins: () => [interpreter()] },
  server: { proxy: { "/api": { target: server, ws: true } } },
  // The component tests run in a DOM, so they need Svelte's browser build.
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  // Files share threads; fresh.ts gives each a fresh start. A thread for each file takes twice the time. Contexts of one
  // thread (vmThreads) sometimes hang while they link modules. Tests that need no document name the environment "node".
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    pool: "threads",
    isolate: false,
    setupFiles: ["src/testing/fresh.ts", "src/testing/patience.ts"],
    testTimeout: 30_000,
  },
});
