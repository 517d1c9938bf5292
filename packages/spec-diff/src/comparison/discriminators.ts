import { isObject, type Json } from '../json.js';
import { below, keysOf, objectOf, type Sites } from './sites.js';

/** Compares what tells the members of two choices apart. `isSameTarget`: whether two names stand for the same schema. */
export function compareDiscriminators(
  before: Json | undefined,
  after: Json | undefined,
  sites: Sites,
  isSameTarget: (before: Json, after: Json) => boolean,
): void {
  const { pair } = sites;
  const [base, head] = [below(sites.base, 'discriminator', before), below(sites.head, 'discriminator', after)];
  if (!isObject(before) || !isObject(after)) {
    if (isObject(before)) pair.differences.push({ kind: 'removed', node: 'Discriminator', base });
    if (isObject(after)) pair.differences.push({ kind: 'added', node: 'Discriminator', head });
    return;
  }
  if (before.propertyName !== after.propertyName) {
    const sides = {
      base: below(base, 'propertyName', before.propertyName),
      head: below(head, 'propertyName', after.propertyName),
    };
    pair.differences.push({ kind: 'modified', node: 'Discriminator', keyword: 'propertyName', ...sides });
  }
  const isSame = (own: Json | undefined, other: Json | undefined) =>
    own === other || (own !== undefined && other !== undefined && isSameTarget(own, other));
  if (!isSame(before.defaultMapping, after.defaultMapping)) {
    const sides = {
      base: below(base, 'defaultMapping', before.defaultMapping),
      head: below(head, 'defaultMapping', after.defaultMapping),
    };
    pair.differences.push({ kind: 'modified', node: 'Discriminator', keyword: 'defaultMapping', ...sides });
  }
  const [own, others] = [objectOf(before.mapping), objectOf(after.mapping)];
  for (const value of keysOf(own, others)) {
    if (isSame(own[value], others[value])) continue;
    const sides = {
      base: below(below(base, 'mapping', own), value, own[value]),
      head: below(below(head, 'mapping', others), value, others[value]),
    };
    pair.differences.push({ kind: 'modified', node: 'DiscriminatorMapping', keyword: value, ...sides });
  }
}
