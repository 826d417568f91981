/** Show a part of a tournament's page for a test. */

import type { Component } from "svelte";
import { type Mock, vi } from "vitest";
import type { Tournament } from "../state/tournament/tournament.svelte";
import type { TournamentView } from "../wire/types";
import { show } from "./show";
import { tournamentView } from "./tournament";

/** Return a function that shows a part of a tournament's page, with the changes to its view. */
export function viewer(command: Mock<() => Promise<boolean>>) {
  return async (part: Component<never>, changes: Partial<TournamentView> = {}, more: object = {}): Promise<void> => {
    command.mockClear();
    const view = tournamentView(changes);
    const tournament = { view, command, failure: "", isBusy: false, rounds: new Map(), left: (moment: number) => Math.max(0, moment - view.now), wantRounds: vi.fn(), ...more } as unknown as Tournament;
    await show(part as unknown as Component<Record<string, unknown>>, { tournament, view });
  };
}
