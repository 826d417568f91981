import { beforeEach, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { FakeWaiting } from "../../testing/fakes";
import { tinyView } from "../../testing/tiny";
import type { Move, View } from "../../wire/types";
import { FINISHED, forget, keep } from "../device/preferences.svelte";
import { finishStep, finishedSteps, isOffered, nextStep, waveAway } from "./lessons";
import { Study } from "./study.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

const opened = { id: "add", game: "tiny", players: 2, viewer: 0, view: tinyView(), ask: "add", theme: null, rating: null, marks: [3] };
const frame = (count: number) => ({ events: [{ type: "added", seat: 0, secret: null }], view: tinyView({ count, to_move: null }) });
const judged = { id: "add", right: true, say: "yes", why: [], frames: [frame(2), frame(3)], solution: { type: "add", points: 2 } };
const refusal = { kind: "rule", code: "too-much", sentence: "That is too much.", rule: "4.1", params: {} };
const move = { type: "add", points: 2 } as unknown as Move;

/** Serve these answers in order. Return the list of requests. */
function serve(...answers: [number, unknown][]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) => {
    asked.push(`${method} ${path} ${body ?? ""}`.trim());
    const [status, answer] = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
  return asked;
}

const count = (study: Study) => (study.view?.game as View & { count: number }).count;

describe("a study", () => {
  let waiting: FakeWaiting;
  let study: Study;
  beforeEach(async () => {
    await withMore(startLanguage());
    waiting = new FakeWaiting();
    study = new Study("/api/studies/tiny/add", waiting.wait);
  });

  it("leaves the position as it is with the answer on it, and plays what follows on request", async () => {
    const asked = serve([200, opened], [200, judged]);
    await study.open();
    expect(study.view?.seats.map(({ name, yours }) => [name, yours])).toEqual([["You", true], ["Opponent", false]]);
    study.move(move);
    expect([count(study), study.isMoving, study.judged, study.marks]).toEqual([0, true, null, [3]]);
    await vi.waitFor(() => expect(study.judged?.say).toBe("yes"));
    // After the answer the board shows that alone.
    expect(study.marks).toEqual([]);
    expect(asked).toEqual(["GET /api/studies/tiny/add", 'POST /api/studies/tiny/add/answer {"move":{"type":"add","points":2}}']);
    waiting.pass();
    expect([count(study), study.proposed, study.hasMore, study.news.events.length]).toEqual([0, move, true, 0]);
    study.play();
    expect([count(study), study.proposed, study.news.events.length]).toEqual([2, null, 1]);
    waiting.pass();
    expect(count(study)).toBe(3);
    study.rewind();
    waiting.pass();
    expect([count(study), study.proposed, study.isPlayed]).toEqual([0, move, false]);
    // Only one answer is possible: the next needs the position to be set up again.
    study.move(move);
    expect(asked).toHaveLength(2);
    const { attempt } = study;
    study.again();
    expect([count(study), study.judged, study.answer, study.attempt]).toEqual([0, null, null, attempt + 1]);
  });

  it("leaves the position as it is when a rule refuses the move", async () => {
    serve([200, opened], [409, refusal]);
    await study.open();
    study.move(move);
    await vi.waitFor(() => expect(study.refusal?.code).toBe("too-much"));
    expect([count(study), study.judged, study.isMoving]).toEqual([0, null, false]);
  });

  it("asks again while the server measures", async () => {
    const asked = serve([200, opened], [202, { share: 0.5, ahead: 0 }], [200, judged]);
    await study.open();
    study.move(move);
    await vi.waitFor(() => expect(study.isMeasuring).toBe(true));
    expect(asked).toHaveLength(2);
    waiting.pass();
    await vi.waitFor(() => expect(study.judged).not.toBeNull());
    expect([asked.length, study.isMeasuring]).toEqual([3, false]);
  });

  it("shows the solution beside the answer, and either on the board", async () => {
    const other = { type: "add", points: 1 } as unknown as Move;
    const asked = serve([200, opened], [200, { ...judged, right: false, solution: null, frames: [frame(1)] }], [200, judged]);
    await study.open();
    study.move(other);
    await vi.waitFor(() => expect(study.judged?.right).toBe(false));
    expect([study.proposed, study.solution, study.hasMore]).toEqual([other, null, false]);
    await study.show();
    expect([asked.at(-1), study.isSolution, count(study)]).toEqual(["POST /api/studies/tiny/add/solution", true, 0]);
    expect([study.answer, study.solution, study.proposed]).toEqual([other, move, move]);
    study.compare("answer");
    expect(study.proposed).toEqual(other);
  });
});

describe("progress in a lesson", () => {
  const tiny = "tiny" as Parameters<typeof finishedSteps>[0];
  const steps = ["one", "two", "game"];
  beforeEach(() => ["learn.tiny", "learn.offered", FINISHED].forEach(forget));

  it("is the first unfinished step, or the last one if all are finished", () => {
    expect(nextStep(tiny, steps)).toBe(0);
    finishStep(tiny, "two");
    finishStep(tiny, "two");
    expect([finishedSteps(tiny), nextStep(tiny, steps)]).toEqual([["two"], 0]);
    steps.forEach((step) => finishStep(tiny, step));
    expect(nextStep(tiny, steps)).toBe(2);
  });

  it("decides whether a lesson is offered: at the first table, until it is waved away", () => {
    expect([isOffered(tiny, "a"), isOffered(tiny, "b"), isOffered(tiny, "a")]).toEqual([true, false, true]);
    waveAway();
    expect(isOffered(tiny, "a")).toBe(false);
  });

  it("is no reason for an offer once a player has started it, or finished a game", () => {
    keep(FINISHED, "yes");
    expect(isOffered(tiny, "a")).toBe(false);
    forget(FINISHED);
    finishStep(tiny, "one");
    expect(isOffered(tiny, "a")).toBe(false);
  });
});
