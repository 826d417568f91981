// @vitest-environment node
import { describe, expect, it } from "vitest";
import { programOf } from "./program";

const DIGEST = "0a".repeat(32);

describe("programOf", () => {
  it("reads the digest and the name", () => {
    expect(programOf(`${DIGEST}.my%20bot.py`)).toEqual({ digest: DIGEST, name: "my bot.py" });
  });

  it.each(["", DIGEST, `${DIGEST}.`, `${DIGEST}.%20`, `${DIGEST}.%E0%A4%A`, `${DIGEST.slice(2)}.bot`, `${DIGEST.toUpperCase()}.bot`])("refuses %s", (fragment) => {
    expect(programOf(fragment)).toBeNull();
  });
});
