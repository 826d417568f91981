/** The program named by a link: `/program#DIGEST.NAME`. */

export interface Program {
  /** SHA-256 of the program's own secret, in hexadecimal. */
  readonly digest: string;
  readonly name: string;
}

/** Return the program in a link's fragment; `null` if a part is missing or damaged. */
export function programOf(fragment: string): Program | null {
  const [, digest, encoded] = /^([0-9a-f]{64})\.(.+)$/.exec(fragment) ?? [];
  if (digest === undefined || encoded === undefined) return null;
  try {
    const name = decodeURIComponent(encoded).trim();
    return name ? { digest, name } : null;
  } catch {
    return null;
  }
}
