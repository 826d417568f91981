// @vitest-environment node
import { afterEach, describe, expect, it, vi } from "vitest";
import { NoPasskey, answerOf, askForPasskey, bytesOf, canHavePasskeys, creationOf, requestOf, textOf } from "./passkeys";

const BYTES = [251, 239, 190, 0, 1];
const TEXT = "----AAE";
const buffer = (bytes: number[]) => new Uint8Array(bytes).buffer;

/** A browser that supports passkeys, with or without their JSON methods. */
function browser(parts: object = {}, get: () => Promise<unknown> = () => Promise.resolve(null)) {
  vi.stubGlobal("PublicKeyCredential", Object.assign(function () {}, parts));
  vi.stubGlobal("AuthenticatorAttestationResponse", class {});
  vi.stubGlobal("AuthenticatorAssertionResponse", Assertion);
  vi.stubGlobal("navigator", { credentials: { create: get, get } });
}
class Assertion {
  clientDataJSON = buffer([1]);
  authenticatorData = buffer([2]);
  signature = buffer([3]);
  userHandle = buffer([4]);
}
afterEach(() => vi.unstubAllGlobals());

describe("passkeys", () => {
  it("carry bytes as text that stands in addresses", () => {
    expect(textOf(buffer(BYTES))).toBe(TEXT);
    expect([...bytesOf(TEXT)]).toEqual(BYTES);
  });

  it("belong to a name, and to a browser that has them", () => {
    expect(canHavePasskeys("club.example")).toBe(false);
    browser();
    expect(["club.example", "localhost", "127.0.0.1", "[::1]"].map(canHavePasskeys)).toEqual([true, true, false, false]);
  });

  it("are asked for by hand where the browser cannot read what the server says", () => {
    browser();
    const made = creationOf({ challenge: "AQI", user: { id: "Aw", name: "Anna" }, excludeCredentials: [{ id: "BA", type: "public-key" }], rp: { id: "club.example" } });
    expect([...(made.challenge as Uint8Array)]).toEqual([1, 2]);
    expect([...(made.user.id as Uint8Array)]).toEqual([3]);
    expect([...(made.excludeCredentials![0]!.id as Uint8Array)]).toEqual([4]);
    expect(made.rp.id).toBe("club.example");
    expect([...(requestOf({ challenge: "AQI" }).challenge as Uint8Array)]).toEqual([1, 2]);
  });

  it("are left to the browser where it can", () => {
    browser({ parseCreationOptionsFromJSON: (options: object) => ({ read: options }) });
    expect(creationOf({ challenge: "AQI" })).toEqual({ read: { challenge: "AQI" } });
  });

  it("answer in the browser's own words, or in the same ones by hand", () => {
    browser();
    expect(answerOf({ toJSON: () => ({ own: true }) } as unknown as PublicKeyCredential)).toEqual({ own: true });
    const credential = { id: "BQ", rawId: buffer([5]), type: "public-key", response: new Assertion(), getClientExtensionResults: () => ({}) };
    expect(answerOf(credential as unknown as PublicKeyCredential)).toEqual({
      id: "BQ",
      rawId: "BQ",
      type: "public-key",
      response: { clientDataJSON: "AQ", authenticatorData: "Ag", signature: "Aw", userHandle: "BA" },
      clientExtensionResults: {},
    });
  });

  it("may be missing, or the user cancels: that is no fault", async () => {
    browser({}, () => Promise.reject(new DOMException("not now", "NotAllowedError")));
    await expect(askForPasskey({ challenge: "AQI" })).rejects.toBeInstanceOf(NoPasskey);
    browser({}, () => Promise.resolve(null));
    await expect(askForPasskey({ challenge: "AQI" })).rejects.toBeInstanceOf(NoPasskey);
    browser({}, () => Promise.reject(new TypeError("broken")));
    await expect(askForPasskey({ challenge: "AQI" })).rejects.toBeInstanceOf(TypeError);
  });
});
