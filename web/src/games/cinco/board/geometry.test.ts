// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COORDINATES, ROWS, bandsOf, place, signAt, spaceAt, walk } from "./geometry";

const printed = JSON.parse(readFileSync("../testdata/cinco_board.json", "utf8")) as Record<string, [number, number]>;

describe("the board's geometry", () => {
  it("puts every number where the printed board has it", () => {
    expect(Object.fromEntries(COORDINATES.map((at, index) => [String(index + 1), [...at]]))).toEqual(printed);
  });

  it("leaves the centre empty", () => {
    expect(spaceAt(0, 0)).toBeUndefined();
  });

  it("keeps the sign of each space within the spaces around it", () => {
    // The board's edges are as far from the centre in six directions.
    const reach = ({ x, y }: { x: number; y: number }) => Math.max(...[0, 1, 2].map((edge) => Math.abs(x * Math.sin((Math.PI / 3) * edge) + y * Math.cos((Math.PI / 3) * edge))));
    const most = Math.max(...COORDINATES.map((_, index) => reach(place(index + 1))));
    for (let space = 1; space <= 90; space++) {
      const [at, by] = [place(space), signAt(space)];
      expect(reach({ x: at.x + by.x, y: at.y + by.y }), `${space}`).toBeLessThanOrEqual(most + 0.3);
    }
  });

  it("joins the spaces of a winning line from its first to its last", () => {
    const line = [-2, -1, 0, 1, 2].map((q) => spaceAt(q, 3)!);
    const [first, last] = [place(line[0]!), place(line[4]!)];
    expect(bandsOf(line)).toEqual([`M${first.x.toFixed(3)} ${first.y.toFixed(3)}L${last.x.toFixed(3)} ${last.y.toFixed(3)}`]);
  });

  it("joins two winning lines each by itself, and nothing that only touches them", () => {
    const across = [-2, -1, 0, 1, 2].map((q) => spaceAt(q, 3)!);
    const down = [-1, 0, 1, 2].map((step) => spaceAt(0, 3 - step)).filter((space) => space !== undefined);
    const both = [...across, spaceAt(-2, 4)!, spaceAt(-2, 2)!, spaceAt(-2, 1)!, spaceAt(-2, 0)!];
    expect(bandsOf(both)).toHaveLength(2);
    expect(bandsOf([...across, ...down])).toHaveLength(1);
    expect(bandsOf(down)).toEqual([]);
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
