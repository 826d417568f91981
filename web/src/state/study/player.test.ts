import { describe, expect, it } from "vitest";
import { FakeWaiting } from "../../testing/fakes";
import { Player } from "./player.svelte";

function playing(from = 0) {
  const waiting = new FakeWaiting();
  const place = { at: from };
  const player = new Player(
    () => place.at,
    () => 2,
    (to) => (place.at = to),
    waiting.wait,
  );
  return { waiting, place, player };
}

describe("a replay", () => {
  it("goes from step to step, and stops at the last one", () => {
    const { waiting, place, player } = playing();
    player.play();
    expect([place.at, player.isPlaying]).toEqual([0, true]);
    waiting.pass();
    expect([place.at, player.isPlaying]).toEqual([1, true]);
    waiting.pass();
    expect([place.at, player.isPlaying]).toEqual([2, false]);
    player.play();
    expect([place.at, player.isPlaying]).toEqual([0, true]);
  });

  it("stands still while it is paused", () => {
    const { waiting, place, player } = playing();
    player.toggle();
    player.toggle();
    waiting.pass();
    expect([place.at, player.isPlaying]).toEqual([0, false]);
  });

  it("goes on at another speed from where it is", () => {
    const { waiting, place, player } = playing();
    player.play();
    player.setSpeed(4);
    waiting.pass();
    expect([place.at, player.speed]).toEqual([1, 4]);
  });
});
