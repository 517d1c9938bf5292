import type { Json, Path } from '../json.js';
import { LEVELS, type Level } from '../rules/rule.js';
import type { Text } from '../text.js';
import type { TypeChange } from '../types/type-change.js';
import type { Audience, Impact } from './impact.js';

/** The release that the changes ask for; `patch` when only words changed, `none` when nothing did. */
export type Verdict = 'major' | 'minor' | 'patch' | 'none';

export interface Change {
  /** What kind of change it is: `request-property-max-length-decreased`. */
  id: string;
  /** The rule that judged it, and that names a group of ids. */
  rule: string;
  level: Level;
  /** What it does on the wire, and in the types of a client. */
  impact: Impact;
  /**
   * The names of the operations, such as `POST /orders` or `webhook orderPaid`. The list is empty if the change belongs
   * to no operation.
   */
  operations: string[];
  /** Operations that use the same place, and for which the change breaks nothing. */
  compatibleFor?: string[];
  /** One sentence: what is different now. Its parts that come from a contract are marked. */
  text: Text;
  /** The same as plain text. */
  message: string;
  before: Json;
  after: Json;
  location: Location;
  /** The line of the contract after the change where it belongs: of what was removed, the line of what it was part of. */
  near: Location;
  /** Where it stands in both contracts as they are written. */
  places: { before: Path | undefined; after: Path | undefined };
  /** How it is written on both sides, where it breaks something. */
  excerpts?: { before?: Excerpt; after?: Excerpt };
  /** Why it may be so, and until when, where a policy says so: it asks for no release. */
  accepted?: { reason: string; until: string };
  /** What it changes in the TypeScript of a client, where it breaks something; null where no compiler will tell. */
  types?: TypeChange | null;
}

export interface Location {
  /** The contract of the two in which the line stands: what was removed stands only in the one before. */
  side: 'before' | 'after';
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
  /** The same for each audience. */
  verdicts: Record<Audience, Verdict>;
  changes: Change[];
  /** What else people have to know: of what the team has accepted, where the contract is, and what was not looked into. */
  remarks?: Text[];
  /** What became of the type tests, where that was looked into: a sentence, and a line for each that broke. */
  code?: Text[];
}

/** The report of these changes: the worst of them first, each kind in the order of the file. */
export function reportOf(changes: readonly Change[]): Report {
  const sorted = changes.toSorted(
    (left, right) =>
      LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level) ||
      left.location.line - right.location.line ||
      (left.message < right.message ? -1 : 1),
  );
  const verdicts = {
    wire: verdictOf(changes, ({ impact }) => impact.wire),
    types: verdictOf(changes, ({ impact }) => impact.types),
  };
  return { verdict: verdictOf(changes, ({ level }) => level), verdicts, changes: sorted };
}

const VERDICTS: Partial<Record<Level, Verdict>> = {
  breaking: 'major',
  warning: 'minor',
  additive: 'minor',
  neutral: 'patch',
  docs: 'patch',
};

/** What is accepted asks for no release. */
function verdictOf(changes: readonly Change[], levelOf: (change: Change) => Level): Verdict {
  const levels = new Set(changes.filter(({ accepted }) => !accepted).map(levelOf));
  const worst = LEVELS.find((level) => levels.has(level));
  return (worst && VERDICTS[worst]) ?? 'none';
}
