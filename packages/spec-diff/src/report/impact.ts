import type { Difference } from '../difference.js';
import type { Judgement } from '../judge.js';
import { LEVELS, type Level } from '../rules/rule.js';
import { isSeenInTypes } from '../strictness.js';
import type { TypeChange } from '../types/type-change.js';

/**
 * The audiences that a change may break: programs that send and receive, and programs that import the types of a
 * client.
 */
export const AUDIENCES = ['wire', 'types'] as const;

export type Audience = (typeof AUDIENCES)[number];

/** What a change does to each audience; `equivalent` where it does nothing. */
export type Impact = Record<Audience, Level>;

/** Whether it has to be looked into how the declaration changes; what comes or goes without breaking anything shows. */
export function dependsOnTypes(level: Level, difference: Difference): boolean {
  return breaks(level) || (difference.kind === 'modified' && isSeenInTypes(difference));
}

/** @param types - How the declaration changes; undefined if it stays the same or was not compared. */
export function impactOf(judgement: Judgement, difference: Difference, types: TypeChange | undefined): Impact {
  const { level, levelOnWire, uses = difference.uses } = judgement;
  if (levelOnWire) return { wire: levelOnWire, types: level };
  if (level === 'neutral' || level === 'docs' || level === 'equivalent') return { wire: level, types: level };
  const isSeen = isSeenInTypes(difference) && (types !== undefined || !dependsOnTypes(level, difference));
  const isImportedOnly = uses.length > 0 && uses.every(({ direction }) => direction === 'type');
  if (!isImportedOnly) return { wire: level, types: isSeen ? level : 'equivalent' };
  // The TypeScript of a type does not show limits, so programs that only import the type do not notice their changes.
  return isSeen ? { wire: 'equivalent', types: level } : { wire: 'neutral', types: 'neutral' };
}

/** How grave a change is for the audience for which it is gravest. */
export function levelOf({ wire, types }: Impact): Level {
  return LEVELS.indexOf(wire) < LEVELS.indexOf(types) ? wire : types;
}

function breaks(level: Level): boolean {
  return level === 'breaking' || level === 'warning';
}
