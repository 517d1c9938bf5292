import type { Difference, Side } from './difference.js';
import { asList, objectOf } from './json.js';
import { isInType, strictnessOf as strictnessOfKeyword } from './keywords/keywords.js';
import { byDemands, type Strictness } from './keywords/strictness.js';
import type { Direction, Use } from './uses.js';

/** Which side of a difference allows more; undefined of what has no say in what is allowed. */
export function strictnessOf(difference: Difference): Strictness | undefined {
  const { kind, part, keyword = '', before, after, strictness } = difference;
  if (strictness) return strictness;
  if (kind !== 'modified') return ofPart(difference);
  if (part === 'DependentRequired') return byDemands(before?.value, after?.value);
  if (part !== 'Schema') return undefined;
  if (keyword === 'key') return 'different';
  return strictnessOfKeyword(keyword)?.(before?.value, after?.value);
}

/**
 * The uses that a difference breaks: requests that were accepted and are no longer, responses that are more than was
 * promised, and programs that use the type.
 */
export function brokenUses(difference: Difference, strictness = strictnessOf(difference)): Use[] {
  if (!strictness) return [];
  const isOfRequired = difference.keyword === 'required' || difference.kind === 'added';
  return difference.uses.filter((use) => {
    if (use.direction === 'none' || use.isCovered) return false;
    // A field is required only in the direction in which it travels.
    if (use.isOtherWay && isOfRequired) return false;
    if (use.direction !== 'type') return breaksIn(use.direction, strictness, use.polarity);
    if (!isSeenInTypes(difference)) return false;
    // Programs both build and read values of a type that they only import, so every change may break them.
    const { reachedIn = [] } = use;
    return reachedIn.length === 0 || reachedIn.some((direction) => breaksIn(direction, strictness, use.polarity));
  });
}

/** Whether the TypeScript types of a client show a difference. */
export function isSeenInTypes(difference: Difference): boolean {
  const { kind, part, keyword = '', parentKeyword = '' } = difference;
  if (part === 'Schema' && keyword === 'required') return requiresProperty(difference);
  if (part === 'Schema')
    return kind !== 'modified' || keyword === 'key' ? isHeldInType(parentKeyword) : isInType(keyword);
  if (kind !== 'modified') return IN_TYPES.includes(part);
  return IN_TYPES.includes(part) && NAMES.includes(keyword);
}

/** Whether one of the names is that of a property: types do not show that other names are required. */
function requiresProperty({ before, after }: Difference): boolean {
  return [before, after].some((side) => {
    const properties = objectOf(side?.ancestors[0]?.properties);
    return asList(side?.value).some((name) => Object.hasOwn(properties, String(name)));
  });
}

const IN_TYPES: readonly Difference['part'][] = [
  'ComponentType',
  'Header',
  'MediaType',
  'Operation',
  'Parameter',
  'PathItem',
  'RequestBody',
  'Response',
  'Union',
  'UnionMember',
];

/** What the types show of parts other than schemas. */
const NAMES = ['key', 'operationId', 'required', 'content'];

function isHeldInType(parentKeyword: string): boolean {
  return isInType(parentKeyword) || ['schema', 'itemSchema', 'allOf'].includes(parentKeyword);
}

function breaksIn(direction: Direction, strictness: Strictness, polarity: Use['polarity']): boolean {
  if (strictness === 'different' || polarity === 0) return true;
  return ((strictness === 'stricter') === (polarity === 1)) === (direction === 'request');
}

/** Compares the strictness of a part that was added or removed as a whole. */
function ofPart({ part, kind, parentKeyword = '', after, before }: Difference): Strictness | undefined {
  const isAdded = kind === 'added';
  if (part === 'UnionMember') return isAdded ? 'looser' : 'stricter';
  if (part === 'Union') return isAdded ? 'stricter' : 'looser';
  if (part !== 'Schema') return undefined;
  // An object that takes no other fields allows more when it gains a field.
  const isNamed = ['properties', 'patternProperties'].includes(parentKeyword);
  const side = after ?? before;
  const isLooserWhenAdded = isNamed && side !== undefined && belongsToClosed(side);
  return isAdded === isLooserWhenAdded ? 'looser' : 'stricter';
}

/** Whether the object takes no fields but those that it names. */
function belongsToClosed({ ancestors }: Side): boolean {
  const object = ancestors[1];
  return object?.additionalProperties === false || object?.unevaluatedProperties === false;
}
