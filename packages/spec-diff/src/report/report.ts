import type { Json, Path } from '../json.js';
import type { Level } from '../rules/rule.js';
import type { TypeChange } from '../types/type-change.js';

/** The release that the changes ask for; `patch` when only words changed, `none` when nothing did. */
export type Verdict = 'major' | 'minor' | 'patch' | 'none';

export interface Change {
  rule: string;
  level: Level;
  /** `POST /v2/search`, `webhook crawlStarted`; empty of what belongs to no operation. */
  operations: string[];
  /** One sentence: what is different now. */
  message: string;
  before: Json;
  after: Json;
  location: Location;
  /** The line of the head where it belongs: of what was removed, the line of what it was part of. */
  near: Location;
  /** Where it stands in both contracts as they are written. */
  places: { base: Path | undefined; head: Path | undefined };
  /** How it is written on both sides, where it breaks something. */
  excerpts?: { base?: Excerpt; head?: Excerpt };
  /** Why it may be so, and until when, where a policy says so: it asks for no release. */
  accepted?: { reason: string; until: string };
  /** What it changes in the TypeScript of a client, where it breaks something; null where no compiler will tell. */
  types?: TypeChange | null;
}

export interface Location {
  /** The contract of the two in which the line stands: what was removed stands only in the base. */
  side: 'base' | 'head';
  /** Its path in the repository. */
  file: string;
  line: number;
}

/** What is written at a place of one of the contracts. */
export interface Excerpt {
  file: string;
  line: number;
  text: string;
}

export interface Report {
  verdict: Verdict;
  changes: Change[];
  /** What became of the type tests, where that was looked into: a sentence, and a line for each that broke. */
  code?: string[];
}

const LEVELS: readonly Level[] = ['breaking', 'additive', 'docs', 'equivalent'];

/** The report of these changes: the worst of them first, each kind in the order of the file. */
export function reportOf(changes: readonly Change[]): Report {
  const sorted = changes.toSorted(
    (left, right) =>
      LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level) ||
      left.location.line - right.location.line ||
      (left.message < right.message ? -1 : 1),
  );
  return { verdict: verdictOf(changes), changes: sorted };
}

function verdictOf(changes: readonly Change[]): Verdict {
  const has = (level: Level) => changes.some((change) => change.level === level && !change.accepted);
  return has('breaking') ? 'major' : has('additive') ? 'minor' : has('docs') ? 'patch' : 'none';
}
