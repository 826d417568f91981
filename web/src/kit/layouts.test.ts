// @vitest-environment node
import { expect, it } from "vitest";
import { type LayoutName, layoutOf } from "./layouts.svelte";

it.each<[LayoutName, [number, number][]]>([
  ["upright", [[320, 568], [360, 640], [390, 664], [390, 844]]],
  ["sideways", [[568, 320], [640, 400], [667, 375], [740, 360], [844, 340], [844, 390], [960, 540], [800, 600]]],
  ["tablet", [[768, 1024], [834, 1194], [900, 850]]],
  ["desktop", [[1024, 768], [1280, 720], [1280, 800], [1920, 1080], [3840, 2160]]],
])("%s is the layout of these windows", (name, sizes) => {
  expect(sizes.map(([width, height]) => layoutOf(width, height))).toEqual(sizes.map(() => name));
});
