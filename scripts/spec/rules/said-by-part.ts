import { transparent } from '../canonical/opaque.js';
import type { Side } from '../fact.js';
import { asList, isObject, type Json, stableText } from '../json.js';
import { type Rule, SAID_ELSEWHERE } from './rule.js';

/**
 * What a schema said by itself and one of its parts says now, or the other way round: it holds as before. It moves when a
 * second part comes, or goes, that says something else under the same keyword.
 */
export const saidByPart: Rule = {
  name: 'said-by-part',
  advice: '',
  judge({ node, kind, keyword, base, head }) {
    if (node !== 'Schema' || kind !== 'modified' || keyword === undefined || !base || !head) return undefined;
    const isSaid =
      (head.value === undefined && saysInPart(head, keyword, base.value)) ||
      (base.value === undefined && saysInPart(base, keyword, head.value));
    return isSaid ? SAID_ELSEWHERE : undefined;
  },
};

function saysInPart({ around: [schema] }: Side, keyword: string, value: Json | undefined): boolean {
  const text = stableText(value);
  return asList(schema?.allOf).some(
    (part) => isObject(part) && part[keyword] !== undefined && stableText(transparent(part[keyword])) === text,
  );
}
