import { isObject, type Json, type JsonObject, objectOf, pointerOf } from '../json.js';
import { type Place, type Roots, targetOf } from '../references.js';
import type { Comparison, LocalDifference } from './comparison.js';
import type { Member } from './members.js';
import { at, keysOf } from './places.js';

/** Whether two references stand for the same schema. */
export type IsSameTarget = (before: Json, after: Json) => boolean;

/** The members of two unions. */
export interface MembersOfBoth {
  before: readonly Member[];
  after: readonly Member[];
}

/** The schema that a value stands for to which a discriminator maps none. */
type ImpliedTarget = (value: string) => Json | undefined;

/** Compares what tells the members of two unions apart. A value of a member that came or went is told with the member. */
export function compareDiscriminators(
  roots: Roots,
  before: Place,
  after: Place,
  comparison: Comparison,
  isSame: IsSameTarget,
  members: MembersOfBoth = { before: [], after: [] },
): void {
  const [own, other] = [at(before, 'discriminator'), at(after, 'discriminator')];
  if (isObject(own.value) && isObject(other.value)) {
    comparison.differences.push(
      ...fieldDifferences(own, other),
      ...targetDifferences(
        'Discriminator',
        'defaultMapping',
        { before: at(own, 'defaultMapping'), after: at(other, 'defaultMapping') },
        isSame,
      ),
      ...mappingDifferences(
        { ...at(own, 'mapping'), implied: impliedIn(roots.before, members.before) },
        { ...at(other, 'mapping'), implied: impliedIn(roots.after, members.after) },
        isSame,
      ).filter(
        ({ before: old, after: now }) =>
          !isOnlyIn(now?.value, members.after, members.before) && !isOnlyIn(old?.value, members.before, members.after),
      ),
    );
    return;
  }
  if (isObject(own.value)) comparison.differences.push({ kind: 'removed', part: 'Discriminator', before: own });
  if (isObject(other.value)) comparison.differences.push({ kind: 'added', part: 'Discriminator', after: other });
}

function fieldDifferences(before: Place, after: Place): LocalDifference[] {
  const sides = { before: at(before, 'propertyName'), after: at(after, 'propertyName') };
  if (sides.before.value === sides.after.value) return [];
  return [{ kind: 'modified', part: 'Discriminator', keyword: 'propertyName', ...sides }];
}

interface Mapping extends Place {
  implied: ImpliedTarget;
}

function mappingDifferences(before: Mapping, after: Mapping, isSame: IsSameTarget): LocalDifference[] {
  return [...keysOf(objectOf(before.value), objectOf(after.value))].flatMap((value) => {
    const sides = { before: targetIn(before, value), after: targetIn(after, value) };
    return targetDifferences('DiscriminatorMapping', value, sides, isSame);
  });
}

function targetIn(mapping: Mapping, value: string): Place {
  const target = at(mapping, value);
  return target.value === undefined ? { ...target, value: mapping.implied(value) } : target;
}

/** A value to which no schema is mapped is the name of one; of a union, that of a member. */
function impliedIn(root: JsonObject, members: readonly Member[]): ImpliedTarget {
  return (value) => {
    const reference = pointerOf(['components', 'schemas', value]);
    const isPossible = members.length === 0 || isAmong(members, value);
    return isPossible && targetOf(root, reference).value !== undefined ? reference : undefined;
  };
}

function targetDifferences(
  part: 'Discriminator' | 'DiscriminatorMapping',
  keyword: string,
  sides: { before: Place; after: Place },
  isSame: IsSameTarget,
): LocalDifference[] {
  const [own, other] = [sides.before.value, sides.after.value];
  if (own === other || (own !== undefined && other !== undefined && isSame(own, other))) return [];
  return [{ kind: 'modified', part, keyword, ...sides }];
}

/** Whether what a value stands for is a member on one side, and none on the other. */
function isOnlyIn(target: Json | undefined, members: readonly Member[], others: readonly Member[]): boolean {
  const name = String(target).split('/').at(-1) ?? '';
  return isAmong(members, name) && !isAmong(others, name);
}

function isAmong(members: readonly Member[], name: string): boolean {
  return members.some(({ component, innerUnion }) => name === component || name === innerUnion?.component);
}
