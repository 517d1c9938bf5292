/** Where and why a value is not valid, in the form of schema libraries and of servers that use them. */
export interface Issue {
  readonly message: string;
  /** A list of names and indexes. Servers may send anything else. */
  readonly path?: unknown;
}

/** The message of an error has at most so many issues. `details` has all of them. */
export const MAX_SHOWN_ISSUES = 3;

/** The first issues as text: `limit: expected number; formats.0: …`. */
export function summarize(issues: readonly Issue[]): string {
  const words = ({ path, message }: Issue) =>
    [[path ?? []].flat().filter(isScalar).map(String).join('.'), message].filter(Boolean).join(': ');
  return issues.slice(0, MAX_SHOWN_ISSUES).map(words).join('; ');
}

/**
 * Whether a value of the server can be turned into text. An object cannot: `String()` would call its `toString`, which
 * may be any JSON value.
 */
const isScalar = (value: unknown): boolean => typeof value !== 'object';
