import { beforeEach, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { FakeWaiting } from "../../testing/fakes";
import { tinyView } from "../../testing/tiny";
import type { Move, View } from "../../wire/types";
import { FINISHED, forget, keep } from "../device/preferences.svelte";
import { isOffered, nextStep, take, taken, waveAway } from "./lessons";
import { Study } from "./study.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

const opened = { id: "add", game: "tiny", players: 2, viewer: 0, view: tinyView(), ask: "add", theme: null, rating: null };
const frame = (count: number) => ({ events: [{ type: "added", seat: 0, secret: null }], view: tinyView({ count, to_move: null }) });
const judged = { id: "add", right: true, say: "yes", why: [], frames: [frame(2), frame(3)], solution: { type: "add", points: 2 } };
const refusal = { kind: "rule", code: "too-much", sentence: "That is too much.", rule: "4.1", params: {} };
const move = { type: "add", points: 2 } as unknown as Move;

/** Answers in their order, with what was asked. */
function serve(...answers: [number, unknown][]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) => {
    asked.push(`${method} ${path} ${body ?? ""}`.trim());
    const [status, answer] = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
  return asked;
}

const count = (study: Study) => (study.game as View & { count: number }).count;
const settled = () => vi.waitFor(() => undefined);

describe("a study", () => {
  let waiting: FakeWaiting;
  let study: Study;
  beforeEach(async () => {
    await withMore(startLanguage());
    waiting = new FakeWaiting();
    study = new Study("/api/studies/tiny/add", waiting.wait);
  });

  it("shows a move at once, then what is said to it and what it leads to, step by step", async () => {
    const asked = serve([200, opened], [200, judged]);
    await study.open();
    expect(study.view?.seats.map(({ name, yours }) => [name, yours])).toEqual([["You", true], ["Player 2", false]]);
    study.move(move);
    expect([count(study), study.isMoving, study.judged]).toEqual([2, true, null]);
    await vi.waitFor(() => expect(study.judged?.say).toBe("yes"));
    expect(asked).toEqual(["GET /api/studies/tiny/add", 'POST /api/studies/tiny/add/answer {"move":{"type":"add","points":2}}']);
    expect([count(study), study.news.events.length]).toEqual([2, 1]);
    waiting.pass();
    expect(count(study)).toBe(3);
    // One answer is all: the next comes after it has been set up again.
    study.move(move);
    expect(asked).toHaveLength(2);
    const { attempt } = study;
    study.again();
    expect([count(study), study.judged, study.attempt]).toEqual([0, null, attempt + 1]);
    waiting.pass();
    expect(count(study)).toBe(0);
  });

  it("never shows a move twice, not for a moment", async () => {
    const seen: number[] = [];
    const watched: Study = new Study("/api/studies/tiny/add", (ms, then) => {
      seen.push(count(watched));
      return waiting.wait(ms, then);
    });
    serve([200, opened], [200, judged]);
    await watched.open();
    watched.move(move);
    await vi.waitFor(() => expect(watched.judged).not.toBeNull());
    expect(seen).toEqual([2]);
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

  it("shows the answer to who gives it up, from the beginning", async () => {
    const asked = serve([200, opened], [200, { ...judged, right: false }], [200, judged]);
    await study.open();
    study.move(move);
    await vi.waitFor(() => expect(study.judged?.right).toBe(false));
    await study.show();
    expect([asked.at(-1), study.judged?.right, count(study)]).toEqual(["POST /api/studies/tiny/add/solution", true, 2]);
    await settled();
  });
});

describe("how far somebody has come", () => {
  const tiny = "tiny" as Parameters<typeof taken>[0];
  const steps = ["one", "two", "game"];
  beforeEach(() => ["learn.tiny", "learn.offered", FINISHED].forEach(forget));

  it("is the first step that was not taken, and the last one when all were", () => {
    expect(nextStep(tiny, steps)).toBe(0);
    take(tiny, "two");
    take(tiny, "two");
    expect([taken(tiny), nextStep(tiny, steps)]).toEqual([["two"], 0]);
    steps.forEach((step) => take(tiny, step));
    expect(nextStep(tiny, steps)).toBe(2);
  });

  it("decides whether a lesson is offered: at the first table, until it is waved away", () => {
    expect([isOffered(tiny, "a"), isOffered(tiny, "b"), isOffered(tiny, "a")]).toEqual([true, false, true]);
    waveAway();
    expect(isOffered(tiny, "a")).toBe(false);
  });

  it("is nothing to offer to who has begun, or has played to an end", () => {
    keep(FINISHED, "yes");
    expect(isOffered(tiny, "a")).toBe(false);
    forget(FINISHED);
    take(tiny, "one");
    expect(isOffered(tiny, "a")).toBe(false);
  });
});
