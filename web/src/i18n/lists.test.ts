import { describe, expect, it } from "vitest";
import { listed } from "./lists";

describe("a list", () => {
  it("reads as people write it", () => {
    expect(listed(["Anna", "Bo", "Carl"], "en")).toBe("Anna, Bo and Carl");
    expect(listed([16, 47], "it")).toBe("16 e 47");
    expect(listed([16], "en")).toBe("16");
    expect(listed(["Anna", "Bo", "Carl"], "zh")).toBe("Anna、Bo和Carl");
  });
});
