import type { Difference, Side } from './difference.js';
import { asList, type Json, type Path, stableText } from './json.js';
import { SUBSCHEMAS } from './keywords/keywords.js';
import { listChange } from './keywords/strictness.js';
import { keyOf as keyOfText } from './text.js';

/**
 * What tells one change from all others: the kind of the difference, the part, the keyword, where both sides are written,
 * and both values. A schema that is merged with others is compared in each of them, and it is one change all the same.
 *
 * @param isOfUse - Whether it is told of the place that refers to a component, and not of the component.
 */
export function changeKey(difference: Difference, isOfUse: boolean): string {
  const { kind, part, keyword, parentKeyword, label = [], before, after } = difference;
  const placesOf = (side: Side | undefined): readonly Path[] => {
    // What is not there is written nowhere. Fields are there whether they are required or not.
    if (!side || (side.value === undefined && keyword !== 'required')) return [];
    return isOfUse ? [side.usePath] : side.sites;
  };
  return JSON.stringify([
    kind,
    part,
    keyword,
    parentKeyword,
    keyOfText(label),
    placesOf(before),
    placesOf(after),
    valuesOf(difference),
  ]);
}

/** Both values where they are plain; of lists, what came and went. A schema is known by its place. */
export function valuesOf({ part, kind, keyword = '', before, after }: Difference): string {
  if (kind !== 'modified' || keyword === 'key') return '';
  const [own, other] = [before?.value, after?.value];
  if (Array.isArray(own) || Array.isArray(other)) return listText(own, other);
  const isPlain = part !== 'Parameter' && !(part === 'Schema' && SUBSCHEMAS.has(keyword));
  return stableText([own, other].map((value) => (isPlain || typeof value !== 'object' ? (value ?? null) : null)));
}

/** Lists of schemas are known by their places. */
function listText(before: Json | undefined, after: Json | undefined): string {
  const isPlain = [before, after].flatMap(asList).every((value) => typeof value !== 'object' || value === null);
  if (!isPlain) return '';
  const { added, removed } = listChange(before, after);
  return stableText([added, removed]);
}
