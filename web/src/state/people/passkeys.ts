/**
 * Passkeys, as the browser creates and presents them. Messages between server and browser pass unchanged; their bytes
 * travel as base64url. Not every browser can convert these itself yet, so this module does.
 */

type Json = Readonly<Record<string, unknown>>;

/** The user presented no passkey: they cancelled, or have none here. */
export class NoPasskey extends Error {}

/** Return whether this browser supports passkeys at this address: they need a host name, not an IP address. */
export function canHavePasskeys(host = location.hostname): boolean {
  const isNumeric = /^[\d.]+$/.test(host) || host.startsWith("[");
  return !isNumeric && typeof PublicKeyCredential === "function" && typeof navigator.credentials?.create === "function";
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Convert the descriptors of other passkeys: their ids are bytes. */
const known = (list: unknown) => ((list ?? []) as { id: string }[]).map((each) => ({ ...each, id: bytesOf(each.id) }));

export function creationOf(options: Json): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function") return PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  const user = options["user"] as { id: string };
  const parsed = { ...options, challenge: bytesOf(String(options["challenge"])), user: { ...user, id: bytesOf(user.id) }, excludeCredentials: known(options["excludeCredentials"]) };
  return parsed as unknown as PublicKeyCredentialCreationOptions;
}

export function requestOf(options: Json): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function") return PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  const parsed = { ...options, challenge: bytesOf(String(options["challenge"])), allowCredentials: known(options["allowCredentials"]) };
  return parsed as unknown as PublicKeyCredentialRequestOptions;
}

/** Convert the browser's credential as its own `toJSON` would. */
export function answerOf(credential: PublicKeyCredential): Record<string, unknown> {
  if (typeof credential.toJSON === "function") return credential.toJSON() as unknown as Record<string, unknown>;
  const { response } = credential;
  const said: Record<string, unknown> = { clientDataJSON: textOf(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    said["attestationObject"] = textOf(response.attestationObject);
    said["transports"] = response.getTransports?.() ?? [];
  } else if (response instanceof AuthenticatorAssertionResponse) {
    said["authenticatorData"] = textOf(response.authenticatorData);
    said["signature"] = textOf(response.signature);
    if (response.userHandle) said["userHandle"] = textOf(response.userHandle);
  }
  return { id: credential.id, rawId: textOf(credential.rawId), type: credential.type, response: said, clientExtensionResults: credential.getClientExtensionResults() };
}

async function jsonOf(asking: Promise<Credential | null>): Promise<Record<string, unknown>> {
  let credential: Credential | null;
  try {
    credential = await asking;
  } catch (error) {
    // Browsers do not distinguish a missing passkey from a cancelled prompt.
    if (error instanceof DOMException) throw new NoPasskey(error.message);
    throw error;
  }
  if (!credential) throw new NoPasskey();
  return answerOf(credential as PublicKeyCredential);
}

export const makePasskey = (options: Json) => jsonOf(navigator.credentials.create({ publicKey: creationOf(options) }));
export const askForPasskey = (options: Json) => jsonOf(navigator.credentials.get({ publicKey: requestOf(options) }));
