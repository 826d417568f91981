import { beforeEach, describe, expect, it, vi } from "vitest";
import { person, tinyTable } from "../../testing/tiny";
import type { MixingView, TableView } from "../../wire/types";
import { commitment } from "./commitment";
import { Mixer, judge, promise } from "./mixing";

vi.mock("../../games", () => import("../../testing/tiny"));

const SEED = "5e".repeat(32);
const OTHER = "07".repeat(32);
const THEIRS = "b0".repeat(32);

/** Return the table in some state; `mine` is this device's commitment. */
function at(mixing: Partial<MixingView>, changes: Partial<Record<keyof TableView, unknown>> = {}): TableView {
  const view = { round: 1, commitments: ["", ""], taking_part: null, awaited: [], left_out: [], voided: [], ...mixing };
  return tinyTable({ status: "waiting", game: null, commitment: commitment(SEED), mixing: view, seats: [person("Anna", true), person("Bo")], ...changes });
}

/** Delete the stored state, as in another browser. */
const forget = () => localStorage.setItem("quincunx.mixing", "[]");
let mixer: Mixer;
/** This device's commitment. */
let mine: string;
beforeEach(() => {
  forget();
  mixer = new Mixer();
  mixer.sat(1, 0);
  mine = promise(at({}), 0);
});
const commitments = () => [mine, commitment(THEIRS)];
const waiting = () => at({ commitments: [mine, ""] });
const revealing = (changes: Partial<MixingView> = {}, more: object = {}) => at({ commitments: commitments(), taking_part: [0, 1], awaited: [0, 1], ...changes }, more);

/** Return the reveal, and let the game end as with an honest server. */
function reveal(view = revealing()): string {
  const [command] = mixer.react(view, [0]);
  expect(command).toMatchObject({ type: "reveal", seat: 0 });
  const entropy = command?.type === "reveal" ? command.entropy : "";
  expect(commitment(entropy)).toBe(mine);
  return entropy;
}
const ended = (entropy: string, mixing: Partial<MixingView> = {}, changes: object = {}) =>
  at({ commitments: commitments(), taking_part: [0, 1], ...mixing }, { status: "ended", seed: SEED, entropies: [entropy, THEIRS], ...changes });

describe("this device's part in commit–reveal", () => {
  it("reveals by itself, once, when all have committed", () => {
    expect(mixer.react(waiting(), [0])).toEqual([]);
    reveal();
    expect(mixer.react(revealing(), [0])).toEqual([]);
    expect(new Mixer().react(revealing({ awaited: [1] }), [0])).toEqual([]);
  });

  it("reveals the same after the page was loaded anew", () => {
    const before = reveal();
    mixer = new Mixer();
    expect(reveal()).toBe(before);
  });

  it("never reveals under two different sets of commitments, nor to another seed", () => {
    mixer.react(revealing({ awaited: [1] }), [0]);
    reveal();
    const later = new Mixer();
    expect(later.react(revealing({ commitments: [mine, commitment(OTHER)] }), [0])).toEqual([]);
    expect(later.react(revealing({ taking_part: [0], awaited: [0] }), [0])).toEqual([]);
    forget();
    mine = promise(at({}), 0);
    expect(new Mixer().react(revealing({}, { commitment: commitment(OTHER) }), [0])).toEqual([]);
  });

  it("does not reveal while a participant has not committed", () => {
    expect(mixer.react(revealing({ commitments: [mine, ""] }), [0])).toEqual([]);
  });

  it("commits anew, to something else, when a round was void", () => {
    reveal();
    const anew = at({ round: 2, awaited: [0], voided: [[1]] }, { commitment: commitment(OTHER) });
    const [command] = mixer.react(anew, [0]);
    expect(command).toMatchObject({ type: "commit", seat: 0, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(command?.type === "commit" && command.commitment).not.toBe(mine);
    expect(mixer.react(anew, [0])).toEqual([]);
    expect(new Mixer().react(at({ round: 2, awaited: [1], voided: [[0]] }), [0])).toEqual([]);
  });

  it("takes no part in rounds without end", () => {
    expect(mixer.react(at({ round: 3, awaited: [0], voided: [[1], [1]] }), [0])).toEqual([]);
    expect(mixer.react(at({ round: 3, awaited: [0], voided: [[1]] }), [0])).toEqual([]);
    expect(mixer.react(at({ round: 2, awaited: [0], voided: [[]] }), [0])).toEqual([]);
    expect(mixer.react(at({ round: 2, awaited: [0], voided: [[2]] }), [0])).toEqual([]);
    expect(mixer.react(at({ round: 2, awaited: [0], voided: [[1]] }), [0])).toHaveLength(1);
  });

  it("takes no part when a round is void in the name of a seat that did not take part in it", () => {
    const seats = [person("Anna", true), person("Bo"), person("Eve")];
    reveal(revealing({}, { seats }));
    expect(mixer.react(at({ round: 2, awaited: [0], voided: [[2]] }, { seats }), [0])).toEqual([]);
    const second = { round: 2, taking_part: [1], voided: [[2]] };
    expect(judge(ended("", second, { seats, seed: OTHER, commitment: commitment(OTHER) }))).toBe("others");
  });

  it("reveals nothing where it does not take part, or a bot does, or a seat that made a round void", () => {
    const bot = { ...person("Bo"), kind: "bot" };
    expect(mixer.react(revealing({}, { seats: [person("Anna", true), bot] }), [0])).toEqual([]);
    reveal();
    const [command] = mixer.react(at({ round: 2, awaited: [0], voided: [[1]] }), [0]);
    const both = [command?.type === "commit" ? command.commitment : "", commitment(THEIRS)];
    expect(mixer.react(at({ round: 2, commitments: both, taking_part: [0, 1], awaited: [0], voided: [[1]] }), [0])).toEqual([]);
    forget();
    mine = promise(at({}), 0);
    expect(new Mixer().react(revealing({ taking_part: [1] }), [0])).toEqual([]);
  });

  it("commits for a seat that another device of mine has taken, once, so that two never take turns at it", () => {
    const elsewhere = at({ commitments: [commitment(OTHER), ""] });
    const arrived = new Mixer();
    expect(arrived.react(elsewhere, [0])).toMatchObject([{ type: "commit", seat: 0 }]);
    expect(arrived.react(elsewhere, [0])).toEqual([]);
    expect(mixer.react(elsewhere, [0])).toEqual([]);
  });

  it("does nothing at a legacy table", () => {
    expect(mixer.react(tinyTable({ status: "waiting", mixing: null }), [0])).toEqual([]);
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

  it("notices a seed that was exchanged although it was away when chance was mixed", () => {
    const away = { taking_part: [1], left_out: [0] };
    const honest = ended("", away);
    new Mixer().react(honest, [0]);
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

  it("notices that the server says no more how chance was mixed", () => {
    expect(judge({ ...ended(reveal()), mixing: null })).toBe("others");
  });

  it("gives no verdict on a daily challenge, to which no device contributes", () => {
    forget();
    const day = { ...at({}), mixing: null };
    promise(day, 0);
    expect(judge({ ...day, status: "ended", seed: SEED })).toBeNull();
  });

  it("notices a server that pretends it was away", () => {
    mixer.react(waiting(), [0]);
    const without = { taking_part: [1], left_out: [0] };
    mixer.react(at({ commitments: commitments(), ...without }, { status: "playing" }), [0]);
    expect(judge(ended("", without))).toBe("pretended");
  });

  it("notices a game that starts without participants", () => {
    mixer.react(waiting(), [0]);
    const without = { commitments: commitments(), taking_part: null, left_out: [0, 1] };
    mixer.react(at(without, { status: "playing" }), [0]);
    expect(judge(ended("", without, { entropies: ["", ""] }))).toBe("pretended");
  });

  it("says that it was too late where a second commitment was never acknowledged", () => {
    mixer.react(waiting(), [0]);
    reveal();
    const second = { round: 2, commitments: ["", ""], taking_part: null, voided: [[1]] };
    expect(mixer.react(at({ ...second, awaited: [0] }, anew), [0])).toHaveLength(1);
    mixer.react(at(second, { status: "playing", ...anew }), [0]);
    expect(judge(ended("", second, { ...anew, seed: OTHER, entropies: ["", ""] }))).toBe("late");
  });

  it("notices that what the server has said that it has is gone from its seat", () => {
    mixer.recordAck("table-of-a-test", { type: "sit_down", seat: 0, commitment: mine });
    mixer.react(waiting(), [0]);
    const without = { commitments: ["", commitment(THEIRS)], taking_part: [1], left_out: [0] };
    mixer.react(at(without, { status: "playing" }), [0]);
    expect(judge(ended("", without))).toBe("pretended");
  });

  it("does not know whether another device of its person's committed for its seat, and asks them", () => {
    mixer.recordAck("table-of-a-test", { type: "sit_down", seat: 0, commitment: mine });
    mixer.react(waiting(), [0]);
    const exchanged = { commitments: [commitment(OTHER), commitment(THEIRS)] };
    mixer.react(revealing(exchanged), [0]);
    expect(judge(ended(OTHER, exchanged))).toBe("elsewhere");
  });

  const second = { round: 2, commitments: ["", commitment(THEIRS)], taking_part: [1], left_out: [0], voided: [[0]] };
  const anew = { commitment: commitment(OTHER) };

  it("notices that it is said to have held up a round in which it was never asked", () => {
    mixer.recordAck("table-of-a-test", { type: "sit_down", seat: 0, commitment: mine });
    mixer.react(waiting(), [0]);
    mixer.react(at({ round: 2, awaited: [1], voided: [[0]] }, anew), [0]);
    expect(judge(ended("", second, { ...anew, seed: OTHER }))).toBe("pretended");
  });

  it("notices that what it revealed is said never to have come", () => {
    mixer.recordAck("table-of-a-test", { type: "sit_down", seat: 0, commitment: mine });
    mixer.react(waiting(), [0]);
    const entropy = reveal();
    expect(judge(ended("", second, { ...anew, seed: OTHER }))).toBe("late");
    mixer.recordAck("table-of-a-test", { type: "reveal", seat: 0, entropy });
    expect(judge(ended("", second, { ...anew, seed: OTHER }))).toBe("pretended");
  });

  it("notices that its commitment to a second round was dropped", () => {
    reveal();
    const open = at({ round: 2, awaited: [0], voided: [[1]] }, anew);
    const [command] = mixer.react(open, [0]);
    mixer.recordAck("table-of-a-test", command!);
    const without = { round: 2, commitments: ["", ""], taking_part: [], left_out: [0, 1], voided: [[1]] };
    mixer.react(at(without, { status: "playing", ...anew }), [0]);
    expect(judge(ended("", without, { ...anew, seed: OTHER, entropies: ["", ""] }))).toBe("pretended");
  });

  it("believes that it was away when it had lost its connection, and says so", () => {
    mixer.react(waiting(), [0]);
    mixer.lost();
    const without = { taking_part: [1], left_out: [0] };
    mixer.react(at({ commitments: commitments(), ...without }, { status: "playing" }), [0]);
    mixer.react(ended("", without), [0]);
    expect(judge(ended("", without))).toBe("away");
  });

  it("says that it was too late where a round went on without it", () => {
    const second = { round: 2, commitments: ["", commitment(THEIRS)], taking_part: [1], left_out: [0], voided: [[0]] };
    expect(judge(ended("", second, { commitment: commitment(OTHER), seed: OTHER }))).toBe("late");
  });

  it("notices a round that is said never to have been", () => {
    const entropy = reveal();
    mixer.react(at({ round: 2, awaited: [0], voided: [[1]] }), [0]);
    const kept = JSON.parse(localStorage.getItem("quincunx.mixing")!) as { seen: { round: number }[] }[];
    kept[0]!.seen.push({ ...kept[0]!.seen[0]!, round: 2 });
    localStorage.setItem("quincunx.mixing", JSON.stringify(kept));
    expect(judge(ended(entropy))).toBe("others");
  });

  it("gives no verdict on a table where it took no part, or on a legacy one", () => {
    const entropy = reveal();
    forget();
    expect(judge({ ...ended(entropy), id: "another" })).toBeNull();
    expect(judge({ ...ended(entropy), mixing: null })).toBeNull();
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
