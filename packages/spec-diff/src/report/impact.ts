import type { Difference } from '../difference.js';
import type { Judgement } from '../judge.js';
import type { Level } from '../rules/rule.js';
import { isSeenInTypes } from '../strictness.js';
import type { TypeChange } from '../types/type-change.js';

/** Those whom a change may break: programs that send and receive, and programs that import the types of a client. */
export const AUDIENCES = ['wire', 'types'] as const;

export type Audience = (typeof AUDIENCES)[number];

/** What a change does to each audience; `equivalent` where it does nothing. */
export type Impact = Record<Audience, Level>;

/** `types`: how the declaration changes, where that was looked into. */
export function impactOf(judgement: Judgement, difference: Difference, types: TypeChange | undefined): Impact {
  const { level, isOnlyInTypes, uses = difference.uses } = judgement;
  if (level === 'docs' || level === 'equivalent') return { wire: level, types: level };
  const isImportedOnly = uses.length > 0 && uses.every(({ direction }) => direction === 'type');
  if (isOnlyInTypes || isImportedOnly) return { wire: 'equivalent', types: level };
  const breaks = level === 'breaking' || level === 'warning';
  const isSeen = isSeenInTypes(difference) && (!breaks || types !== undefined);
  return { wire: level, types: isSeen ? level : 'equivalent' };
}
