import { isObject, type Json, type JsonObject, objectOf } from '../json.js';
import type { Place } from '../references.js';
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

/** Compares what tells the members of two unions apart. A value of a member that came or went is told with the member. */
export function compareDiscriminators(
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
      ...targetDifferences('Discriminator', 'defaultMapping', own, other, isSame),
      ...mappingDifferences(at(own, 'mapping'), at(other, 'mapping'), isSame).filter(
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

function mappingDifferences(before: Place, after: Place, isSame: IsSameTarget): LocalDifference[] {
  const [own, others]: JsonObject[] = [objectOf(before.value), objectOf(after.value)];
  return [...keysOf(own ?? {}, others ?? {})].flatMap((value) =>
    targetDifferences('DiscriminatorMapping', value, before, after, isSame),
  );
}

function targetDifferences(
  part: 'Discriminator' | 'DiscriminatorMapping',
  keyword: string,
  before: Place,
  after: Place,
  isSame: IsSameTarget,
): LocalDifference[] {
  const sides = { before: at(before, keyword), after: at(after, keyword) };
  const [own, other] = [sides.before.value, sides.after.value];
  if (own === other || (own !== undefined && other !== undefined && isSame(own, other))) return [];
  return [{ kind: 'modified', part, keyword, ...sides }];
}

/** Whether what a value stands for is a member on one side, and none on the other. */
function isOnlyIn(target: Json | undefined, members: readonly Member[], others: readonly Member[]): boolean {
  const name = String(target).split('/').at(-1);
  const isMember = (list: readonly Member[]) =>
    list.some(({ component, innerUnion }) => name === component || name === innerUnion?.component);
  return isMember(members) && !isMember(others);
}
