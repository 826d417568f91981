// @vitest-environment node
import { describe, expect, it } from "vitest";
import { clauses, listed } from "./lists";

describe("a list", () => {
  it("reads as people write it", () => {
    expect(listed(["Anna", "Bo", "Carl"], "en")).toBe("Anna, Bo and Carl");
    expect(listed([16, 47], "it")).toBe("16 e 47");
    expect(listed([16], "en")).toBe("16");
    expect(listed(["Anna", "Bo", "Carl"], "zh")).toBe("Anna、Bo 和 Carl");
    expect(listed(["蓝队", "红队"], "zh")).toBe("蓝队和红队");
  });

  it("joins clauses of one sentence", () => {
    expect(clauses(["rack 6", "bank 1"], "en")).toBe("rack 6 and bank 1");
    expect(clauses(["6 放入 Rack", "1 放入 Bank"], "zh")).toBe("6 放入 Rack，1 放入 Bank");
  });
});
