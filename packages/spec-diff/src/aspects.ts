import type { Difference } from './difference.js';
import { asList } from './json.js';
import { listChange } from './keywords/strictness.js';

/**
 * What is judged of a difference, each by itself: a set that keeps some of its values gains values for the one audience
 * and loses values for the other.
 */
export function aspectsOf(difference: Difference): Difference[] {
  const { part, keyword, before, after } = difference;
  if (part !== 'Schema' || keyword !== 'enum' || before?.value === undefined || after?.value === undefined) {
    return [difference];
  }
  const { added, removed } = listChange(before.value, after.value);
  const isReplaced = removed.length === asList(before.value).length;
  if (added.length === 0 || removed.length === 0 || isReplaced) return [difference];
  const all = [...asList(before.value), ...added];
  return [
    { ...difference, after: { ...after, value: all } },
    { ...difference, before: { ...before, value: all } },
  ];
}
