import { beforeEach, describe, expect, it, vi } from "vitest";
import { person, tinyTable } from "../../testing/tiny";
import type { CommitRevealView, TableView } from "../../wire/types";
import { commitment } from "./commitment";
import { CommitReveal, judge, promise } from "./commitReveal";

vi.mock("../../games", () => import("../../testing/tiny"));

const SEED = "5e".repeat(32);
const OTHER = "07".repeat(32);
const THEIRS = "b0".repeat(32);

/** Return the table in some state; `mine` is this device's commitment. */
function at(commit_reveal: Partial<CommitRevealView>, changes: Partial<Record<keyof TableView, unknown>> = {}): TableView {
  const view = { round: 1, commitments: ["", ""], taking_part: null, awaited: [], left_out: [], voided: [], ...commit_reveal };
  return tinyTable({ status: "waiting", game: null, commitment: commitment(SEED), commit_reveal: view, seats: [person("Anna", true), person("Bo")], ...changes });
}

/** Delete the stored state, as in another browser. */
const forget = () => localStorage.setItem("quincunx.commit-reveal", "[]");
let device: CommitReveal;
/** This device's commitment. */
let mine: string;
beforeEach(() => {
  forget();
  device = new CommitReveal();
  device.sat(1, 0);
  mine = promise(at({}), 0);
});
const commitments = () => [mine, commitment(THEIRS)];
const waiting = () => at({ commitments: [mine, ""] });
const revealing = (changes: Partial<CommitRevealView> = {}, more: object = {}) => at({ commitments: commitments(), taking_part: [0, 1], awaited: [0, 1], ...changes }, more);

/** Return the reveal, and let the game end as with an honest server. */
function reveal(view = revealing()): string {
  const [command] = device.react(view, [0]);
  expect(command).toMatchObject({ type: "reveal", seat: 0 });
  const entropy = command?.type === "reveal" ? command.entropy : "";
  expect(commitment(entropy)).toBe(mine);
  return entropy;
}
const ended = (entropy: string, commit_reveal: Partial<CommitRevealView> = {}, changes: object = {}) =>
  at({ commitments: commitments(), taking_part: [0, 1], ...commit_reveal }, { status: "ended", seed: SEED, entropies: [entropy, THEIRS], ...changes });

describe("this device's part in commit–reveal", () => {
  it("reveals by itself, once, when all have committed", () => {
    expect(device.react(waiting(), [0])).toEqual([]);
    reveal();
    expect(device.react(revealing(), [0])).toEqual([]);
    expect(new CommitReveal().react(revealing({ awaited: [1] }), [0])).toEqual([]);
  });

  it("reveals the same after the page was loaded anew", () => {
    const before = reveal();
    device = new CommitReveal();
    expect(reveal()).toBe(before);
  });

  it("never reveals under two different sets of commitments, nor to another seed", () => {
    device.react(revealing({ awaited: [1] }), [0]);
    reveal();
    const later = new CommitReveal();
    expect(later.react(revealing({ commitments: [mine, commitment(OTHER)] }), [0])).toEqual([]);
    expect(later.react(revealing({ taking_part: [0], awaited: [0] }), [0])).toEqual([]);
    forget();
    mine = promise(at({}), 0);
    expect(new CommitReveal().react(revealing({}, { commitment: commitment(OTHER) }), [0])).toEqual([]);
  });

  it("does not reveal while a participant has not committed", () => {
    expect(device.react(revealing({ commitments: [mine, ""] }), [0])).toEqual([]);
  });

  it("commits anew, to something else, when a round was void", () => {
    reveal();
    const anew = at({ round: 2, awaited: [0], voided: [[1]] }, { commitment: commitment(OTHER) });
    const [command] = device.react(anew, [0]);
    expect(command).toMatchObject({ type: "commit", seat: 0, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(command?.type === "commit" && command.commitment).not.toBe(mine);
    expect(device.react(anew, [0])).toEqual([]);
    expect(new CommitReveal().react(at({ round: 2, awaited: [1], voided: [[0]] }), [0])).toEqual([]);
  });

  it("takes no part in rounds without end", () => {
    expect(device.react(at({ round: 3, awaited: [0], voided: [[1], [1]] }), [0])).toEqual([]);
    expect(device.react(at({ round: 3, awaited: [0], voided: [[1]] }), [0])).toEqual([]);
    expect(device.react(at({ round: 2, awaited: [0], voided: [[]] }), [0])).toEqual([]);
    expect(device.react(at({ round: 2, awaited: [0], voided: [[2]] }), [0])).toEqual([]);
    expect(device.react(at({ round: 2, awaited: [0], voided: [[1]] }), [0])).toHaveLength(1);
  });

  it("takes no part when a round is void in the name of a seat that did not take part in it", () => {
    const seats = [person("Anna", true), person("Bo"), person("Eve")];
    reveal(revealing({}, { seats }));
    expect(device.react(at({ round: 2, awaited: [0], voided: [[2]] }, { seats }), [0])).toEqual([]);
    const second = { round: 2, taking_part: [1], voided: [[2]] };
    expect(judge(ended("", second, { seats, seed: OTHER, commitment: commitment(OTHER) }))).toBe("others");
  });

  it("reveals nothing where it does not take part, or a bot does, or a seat that made a round void", () => {
    const bot = { ...person("Bo"), kind: "bot" };
    expect(device.react(revealing({}, { seats: [person("Anna", true), bot] }), [0])).toEqual([]);
    reveal();
    const [command] = device.react(at({ round: 2, awaited: [0], voided: [[1]] }), [0]);
    const both = [command?.type === "commit" ? command.commitment : "", commitment(THEIRS)];
    expect(device.react(at({ round: 2, commitments: both, taking_part: [0, 1], awaited: [0], voided: [[1]] }), [0])).toEqual([]);
    forget();
    mine = promise(at({}), 0);
    expect(new CommitReveal().react(revealing({ taking_part: [1] }), [0])).toEqual([]);
  });

  it("commits for a seat that another device of mine has taken, once, so that two never take turns at it", () => {
    const elsewhere = at({ commitments: [commitment(OTHER), ""] });
    const arrived = new CommitReveal();
    expect(arrived.react(elsewhere, [0])).toMatchObject([{ type: "commit", seat: 0 }]);
    expect(arrived.react(elsewhere, [0])).toEqual([]);
    expect(device.react(elsewhere, [0])).toEqual([]);
  });

  it("does nothing at a legacy table", () => {
    expect(device.react(tinyTable({ status: "waiting", commit_reveal: null }), [0])).toEqual([]);
  });
});

describe("this device's verdict after the game", () => {
  it("says that all was kept", () => {
    expect(judge(ended(reveal()))).toBe("kept");
  });

  it("notices a seed that was exchanged together with its commitment", () => {
    const entropy = reveal();
    expect(judge(ended(entropy, {}, { seed: OTHER, commitment: commitment(OTHER) }))).toBe("seed");
    expect(judge(ended(entropy, {}, { seed: OTHER }))).toBe("seed");
    expect(judge(ended(entropy, {}, { seed: null }))).toBe("seed");
  });

  it("notices a seed that was exchanged although it was away when chance was fixed", () => {
    const away = { taking_part: [1], left_out: [0] };
    const honest = ended("", away);
    new CommitReveal().react(honest, [0]);
    expect(judge(honest)).toBe("away");
    expect(judge(ended("", away, { seed: OTHER, commitment: commitment(OTHER) }))).toBe("seed");
  });

  it("notices that its own randomness is not what it sent, whatever commitment stands beside it", () => {
    reveal();
    expect(judge(ended(OTHER))).toBe("own");
    expect(judge(ended(OTHER, { commitments: [commitment(OTHER), commitment(THEIRS)] }))).toBe("own");
    expect(judge(ended("", { taking_part: [1], left_out: [0] }))).toBe("own");
  });

  it("notices that others added what they had not committed to, or were exchanged", () => {
    const entropy = reveal();
    expect(judge(ended(entropy, {}, { entropies: [entropy, OTHER] }))).toBe("others");
    expect(judge(ended(entropy, { commitments: [mine, commitment(OTHER)] }, { entropies: [entropy, OTHER] }))).toBe("others");
    expect(judge(ended(entropy, { taking_part: [0], left_out: [1] }, { entropies: [entropy, ""] }))).toBe("others");
    expect(judge(ended(entropy, { voided: [[1]] }))).toBe("others");
    expect(judge(ended(entropy, {}, { entropies: [entropy, ""] }))).toBe("others");
    expect(judge(ended(entropy, {}, { entropies: [entropy] }))).toBe("others");
  });

  it("notices that the server no longer shows the commit–reveal round", () => {
    expect(judge({ ...ended(reveal()), commit_reveal: null })).toBe("others");
  });

  it("gives no verdict on a daily challenge, to which no device contributes", () => {
    forget();
    const day = { ...at({}), commit_reveal: null };
    promise(day, 0);
    expect(judge({ ...day, status: "ended", seed: SEED })).toBeNull();
  });

  it("notices a server that pretends it was away", () => {
    device.react(waiting(), [0]);
    const without = { taking_part: [1], left_out: [0] };
    device.react(at({ commitments: commitments(), ...without }, { status: "playing" }), [0]);
    expect(judge(ended("", without))).toBe("pretended");
  });

  it("notices a game that starts without participants", () => {
    device.react(waiting(), [0]);
    const without = { commitments: commitments(), taking_part: null, left_out: [0, 1] };
    device.react(at(without, { status: "playing" }), [0]);
    expect(judge(ended("", without, { entropies: ["", ""] }))).toBe("pretended");
  });

  it("says that it was too late where a second commitment was never acknowledged", () => {
    device.react(waiting(), [0]);
    reveal();
    const second = { round: 2, commitments: ["", ""], taking_part: null, voided: [[1]] };
    expect(device.react(at({ ...second, awaited: [0] }, anew), [0])).toHaveLength(1);
    device.react(at(second, { status: "playing", ...anew }), [0]);
    expect(judge(ended("", second, { ...anew, seed: OTHER, entropies: ["", ""] }))).toBe("late");
  });

  it("notices that what the server has said that it has is gone from its seat", () => {
    device.recordAck("table-of-a-test", { type: "sit_down", seat: 0, commitment: mine });
    device.react(waiting(), [0]);
    const without = { commitments: ["", commitment(THEIRS)], taking_part: [1], left_out: [0] };
    device.react(at(without, { status: "playing" }), [0]);
    expect(judge(ended("", without))).toBe("pretended");
  });

  it("does not know whether another device of its person's committed for its seat, and asks them", () => {
    device.recordAck("table-of-a-test", { type: "sit_down", seat: 0, commitment: mine });
    device.react(waiting(), [0]);
    const exchanged = { commitments: [commitment(OTHER), commitment(THEIRS)] };
    device.react(revealing(exchanged), [0]);
    expect(judge(ended(OTHER, exchanged))).toBe("elsewhere");
  });

  const second = { round: 2, commitments: ["", commitment(THEIRS)], taking_part: [1], left_out: [0], voided: [[0]] };
  const anew = { commitment: commitment(OTHER) };

  it("notices that it is said to have held up a round in which it was never asked", () => {
    device.recordAck("table-of-a-test", { type: "sit_down", seat: 0, commitment: mine });
    device.react(waiting(), [0]);
    device.react(at({ round: 2, awaited: [1], voided: [[0]] }, anew), [0]);
    expect(judge(ended("", second, { ...anew, seed: OTHER }))).toBe("pretended");
  });

  it("notices that what it revealed is said never to have come", () => {
    device.recordAck("table-of-a-test", { type: "sit_down", seat: 0, commitment: mine });
    device.react(waiting(), [0]);
    const entropy = reveal();
    expect(judge(ended("", second, { ...anew, seed: OTHER }))).toBe("late");
    device.recordAck("table-of-a-test", { type: "reveal", seat: 0, entropy });
    expect(judge(ended("", second, { ...anew, seed: OTHER }))).toBe("pretended");
  });

  it("notices that its commitment to a second round was dropped", () => {
    reveal();
    const open = at({ round: 2, awaited: [0], voided: [[1]] }, anew);
    const [command] = device.react(open, [0]);
    device.recordAck("table-of-a-test", command!);
    const without = { round: 2, commitments: ["", ""], taking_part: [], left_out: [0, 1], voided: [[1]] };
    device.react(at(without, { status: "playing", ...anew }), [0]);
    expect(judge(ended("", without, { ...anew, seed: OTHER, entropies: ["", ""] }))).toBe("pretended");
  });

  it("believes that it was away when it had lost its connection, and says so", () => {
    device.react(waiting(), [0]);
    device.lost();
    const without = { taking_part: [1], left_out: [0] };
    device.react(at({ commitments: commitments(), ...without }, { status: "playing" }), [0]);
    device.react(ended("", without), [0]);
    expect(judge(ended("", without))).toBe("away");
  });

  it("says that it was too late where a round went on without it", () => {
    const second = { round: 2, commitments: ["", commitment(THEIRS)], taking_part: [1], left_out: [0], voided: [[0]] };
    expect(judge(ended("", second, { commitment: commitment(OTHER), seed: OTHER }))).toBe("late");
  });

  it("notices a round that is said never to have been", () => {
    const entropy = reveal();
    device.react(at({ round: 2, awaited: [0], voided: [[1]] }), [0]);
    const kept = JSON.parse(localStorage.getItem("quincunx.commit-reveal")!) as { seen: { round: number }[] }[];
    kept[0]!.seen.push({ ...kept[0]!.seen[0]!, round: 2 });
    localStorage.setItem("quincunx.commit-reveal", JSON.stringify(kept));
    expect(judge(ended(entropy))).toBe("others");
  });

  it("gives no verdict on a table where it took no part, or on a legacy one", () => {
    const entropy = reveal();
    forget();
    expect(judge({ ...ended(entropy), id: "another" })).toBeNull();
    expect(judge({ ...ended(entropy), commit_reveal: null })).toBeNull();
  });

  it("works where storage is forbidden", () => {
    const forbidden = () => {
      throw new Error("forbidden");
    };
    vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
    mine = promise(at({}), 0);
    expect(judge(ended(reveal()))).toBe("kept");
    vi.unstubAllGlobals();
  });
});
