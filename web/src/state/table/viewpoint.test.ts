import { describe, expect, it, vi } from "vitest";
import { FakeEnvironment } from "../../testing/fakes";
import { person, tinyTable, tinyView } from "../../testing/tiny";
import type { TableView } from "../../wire/types";
import type { Table } from "./table.svelte";
import { LINGER, Viewpoint } from "./viewpoint.svelte";

const games = vi.hoisted(() => ({ hasSecrets: true }));
vi.mock("../../games", () => ({ gameOf: () => games }));

function at(toMove: number | null, pointOfView: number | null, { oneDevice = true, mine = [0, 1] } = {}) {
  const seats = [person("Anna", mine.includes(0)), person("Bo", mine.includes(1))];
  const view: TableView = tinyTable({ point_of_view: pointOfView, seats, game: tinyView({ to_move: toMove }) }, { one_device: oneDevice });
  const uncover = vi.fn();
  const clock = new FakeEnvironment();
  return { viewpoint: new Viewpoint({ view, mine, uncover } as unknown as Table, (time, action) => clock.later(time, action)), uncover, clock };
}

describe("from where a device sees its table", () => {
  it("covers a hand when its owner has seen what came of the move, and until the next one has the device", () => {
    games.hasSecrets = true;
    const after = at(1, 0);
    after.viewpoint.follow();
    expect(after.viewpoint.isCovered).toBe(false);
    after.clock.pass(LINGER - 1);
    expect(after.uncover).not.toHaveBeenCalled();
    after.clock.pass(1);
    expect(after.uncover).toHaveBeenCalledExactlyOnceWith(null);
    const covered = at(1, null);
    covered.viewpoint.follow();
    covered.clock.pass(LINGER);
    expect(covered.uncover).not.toHaveBeenCalled();
    expect(covered.viewpoint).toMatchObject({ isCovered: true, due: 1, isMyTurn: false });
    expect(at(1, 1).viewpoint).toMatchObject({ isCovered: false, isMyTurn: true });
  });

  it("does not cover a hand if it is its owner's turn again meanwhile", () => {
    games.hasSecrets = true;
    const { viewpoint, uncover, clock } = at(1, 0);
    viewpoint.follow()?.();
    clock.pass(LINGER);
    expect(uncover).not.toHaveBeenCalled();
  });

  it("goes with the turn where nothing is hidden", () => {
    games.hasSecrets = false;
    const { viewpoint, uncover } = at(1, 0);
    viewpoint.follow();
    expect(uncover).toHaveBeenCalledExactlyOnceWith(1);
    expect(viewpoint).toMatchObject({ isShared: false, isCovered: false });
  });

  it("stays where it is on a player's own device", () => {
    games.hasSecrets = true;
    const { viewpoint, uncover } = at(1, 0, { oneDevice: false, mine: [0] });
    viewpoint.follow();
    expect(uncover).not.toHaveBeenCalled();
    expect(viewpoint).toMatchObject({ isTakingTurns: false, isMyTurn: false, seat: 0, due: null });
  });
});
