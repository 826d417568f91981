// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COORDINATES, ROWS, place, spaceAt, walk } from "./geometry";

const printed = JSON.parse(readFileSync("../testdata/cinco_board.json", "utf8")) as Record<string, [number, number]>;

describe("the board's geometry", () => {
  it("puts every number where the printed board has it", () => {
    expect(Object.fromEntries(COORDINATES.map((at, index) => [String(index + 1), [...at]]))).toEqual(printed);
  });

  it("leaves the centre empty", () => {
    expect(spaceAt(0, 0)).toBeUndefined();
  });

  it("has eleven rows, each from left to right", () => {
    expect(ROWS.map((row) => row.length)).toEqual([6, 7, 8, 9, 10, 10, 10, 9, 8, 7, 6]);
    for (const row of ROWS) expect([...row].sort((a, b) => place(a).x - place(b).x)).toEqual(row);
  });

  it("walks along a row, over the centre, and stops at the edge", () => {
    expect(walk(12, "ArrowRight")).toBe(27);
    expect(walk(6, "ArrowRight")).toBe(3);
    expect(walk(3, "ArrowLeft")).toBe(6);
    expect(walk(88, "ArrowLeft")).toBe(88);
  });

  it("walks to a touching space of the next row", () => {
    for (let space = 1; space <= 90; space++)
      for (const key of ["ArrowUp", "ArrowDown"]) {
        const to = walk(space, key);
        if (to === space) continue;
        const [a, b] = [place(space), place(to)];
        const distance = Math.hypot(a.x - b.x, a.y - b.y);
        // Above and below the centre the nearest space is one further away.
        expect(distance).toBeLessThan(Math.abs(a.x) < 1 && Math.abs(a.y) < 2 ? 3 : 1.8);
      }
  });

  it("reaches every space from space 1 with arrows alone", () => {
    const reached = new Set([1]);
    for (const space of reached) for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) reached.add(walk(space, key));
    expect(reached.size).toBe(90);
  });
});
