import { isScalar } from '../scalar.js';

/** Where and why a value does not fit, as schema libraries say it, and servers that use them. */
export interface Issue {
  readonly message: string;
  /** Servers may have a name here instead, or anything else. */
  readonly path?: unknown;
}

/** More of them than this do not help a reader of the message; all of them stand in `details`. */
export const MOST_TOLD = 3;

/** The first of them in words: `limit: expected number; formats.0: …`. */
export function told(issues: readonly Issue[]): string {
  const words = ({ path, message }: Issue) =>
    [[path ?? []].flat().filter(isScalar).map(String).join('.'), message].filter(Boolean).join(': ');
  return issues.slice(0, MOST_TOLD).map(words).join('; ');
}
