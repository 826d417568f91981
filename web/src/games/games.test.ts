/** Requirements of every game. */

import { beforeAll, describe, expect, it } from "vitest";
import { languages, speak, startLanguage, t } from "../i18n/index.svelte";
import { ALL, GAMES, gameOf, isGame } from ".";

beforeAll(startLanguage);

describe.each(ALL.map((game) => [game.name, game] as const))("%s", (name, game) => {
  it("is found by its name", () => {
    expect(gameOf({ game: name })).toBe(game);
    expect(isGame(name)).toBe(true);
  });

  it.each(game.seatings.map((seating) => [`${seating.players} in ${seating.sides}`, seating] as const))("seats %s", (_, seating) => {
    const options = game.options(seating);
    expect(options).toMatchObject({ game: name, players: seating.players });
    const teams = new Set(Array.from({ length: seating.players }, (_, seat) => game.team(options, seat)));
    // Players on a side share a colour; without teams either all seats have one or none.
    if (seating.sides < seating.players) expect(teams.size).toBe(seating.sides);
    else expect([1, seating.players]).toContain(teams.size);
  });

  it("keeps what was chosen when people come and go", () => {
    const before = { ...game.options(game.seatings.at(-1)!), first: 1 };
    expect(game.options(game.seatings.at(-1)!, before)).toEqual(before);
  });

  it("has a usual level among its levels", () => {
    expect(game.levels).toContain(game.usualLevel);
  });

  it.each(languages)("has the texts that shared pages ask for, in %s", async (language) => {
    await speak(language, false);
    for (const key of ["name", "line", "facts", "keys", "result.check"] as const) expect(t(`${name}.${key}`)).not.toBe(`${name}.${key}`);
    for (const level of game.levels) expect(t(`level.${level}` as "level.keen")).not.toContain("level.");
  });

  it.each(languages)("tells its rules in %s", async (language) => {
    const { read } = await game.rules();
    const { intro, sections } = await read(language);
    expect(intro.length).toBeGreaterThan(0);
    expect(sections.length).toBeGreaterThan(3);
  });

  it("loads what it shows", async () => {
    const [table, hint, setup, replay] = await Promise.all([game.table(), game.hint(), game.setup(), game.replay()]);
    for (const part of [table.Table, hint.MoveLine, setup.default, replay.Scene, replay.Side]) expect(part).toBeTypeOf("function");
  });
});

it("names are the dictionary's", () => {
  for (const [name, game] of Object.entries(GAMES)) expect(game.name).toBe(name);
  for (const word of ["chess", "", "toString", null, undefined]) expect(isGame(word)).toBe(false);
});
