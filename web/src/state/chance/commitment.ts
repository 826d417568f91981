/** Separate from the generator, which only the check after a game needs: every table loads this. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

/** Return the commitment to a secret, shown before the secret is. */
export function commitment(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}
