import type { Change } from './report/report.js';
import { code, name, sequence, type Text, text } from './text.js';

/** A change that a team has agreed on. */
export interface Acceptance {
  /** The rule of the change, or its id. */
  rule: string;
  operation?: string | undefined;
  /** What the message has to name. */
  about?: string | undefined;
  reason: string;
  /** The last day on which it holds. */
  until: string;
}

/** What may break programs: only that can be accepted. */
export function isAtStake({ level }: Change): boolean {
  return level === 'breaking' || level === 'warning';
}

/** The changes, with what is accepted of them, and what has to be said of acceptances that accept nothing. */
export function withAcceptances(
  changes: readonly Change[],
  acceptances: readonly Acceptance[],
  day: string,
): { changes: Change[]; remarks: Text[] } {
  const valid = acceptances.filter(({ until }) => until >= day);
  const fits = (entry: Acceptance) => changes.some((change) => isMeant(entry, change));
  const lapsed = acceptances.filter((entry) => entry.until < day);
  const lapsedInUse = lapsed.filter(fits);
  const unused = [...valid, ...lapsed].filter((entry) => !fits(entry));
  return {
    changes: changes.flatMap((change) => byAcceptance(change, valid)),
    remarks: [
      ...lapsedInUse.map(
        (entry) => text`${described(entry)} was accepted until ${name(entry.until)}, and counts again.`,
      ),
      ...(unused.length > 0 ? [text`Accepted, and found in no change: ${sequence(unused.map(described))}.`] : []),
    ],
  };
}

function described({ rule, operation, about }: Acceptance): Text {
  const of = operation === undefined ? text`` : text` of ${name(operation)}`;
  return text`${code(rule)}${of}${about === undefined ? text`` : text` about ${code(about)}`}`;
}

/** A change in one piece, or, where it is accepted for some of its operations only, in a piece for each entry and for the rest. */
function byAcceptance(change: Change, entries: readonly Acceptance[]): Change[] {
  const meant = entries.filter((entry) => isMeant(entry, change));
  const whole = meant.find(({ operation }) => operation === undefined);
  if (meant.length === 0 || whole) return [accepted(change, whole)];
  const pieces = new Map<Acceptance | undefined, string[]>();
  for (const name of change.operations) {
    const entry = meant.find(({ operation }) => operation === name);
    pieces.set(entry, [...(pieces.get(entry) ?? []), name]);
  }
  return [...pieces].map(([entry, operations]) => accepted({ ...change, operations }, entry));
}

function accepted(change: Change, entry: Acceptance | undefined): Change {
  return entry ? { ...change, accepted: { reason: entry.reason, until: entry.until } } : change;
}

function isMeant({ rule, operation, about }: Acceptance, change: Change): boolean {
  if (!isAtStake(change) || (rule !== change.rule && rule !== change.id)) return false;
  const isOf = operation === undefined || change.operations.includes(operation);
  return isOf && (about === undefined || change.message.includes(about));
}
