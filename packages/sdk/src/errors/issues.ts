/** Where and why a value does not fit, as schema libraries say it, and servers that use them. */
export interface Issue {
  readonly message: string;
  /** Servers may have a name here instead, or anything else. */
  readonly path?: unknown;
}

/** More of them than this do not help a reader of the message; all of them stand in `details`. */
export const MAX_SHOWN_ISSUES = 3;

/** The first of them in words: `limit: expected number; formats.0: …`. */
export function summarize(issues: readonly Issue[]): string {
  const words = ({ path, message }: Issue) =>
    [[path ?? []].flat().filter(isScalar).map(String).join('.'), message].filter(Boolean).join(': ');
  return issues.slice(0, MAX_SHOWN_ISSUES).map(words).join('; ');
}

/**
 * Whether a value of the server's can be turned into text or a number. An object cannot: by `String()` it would be asked
 * for its `toString`, which may be anything that JSON can say.
 */
export const isScalar = (value: unknown): boolean => typeof value !== 'object';
