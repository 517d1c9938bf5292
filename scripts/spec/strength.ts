import { type Fact, roomOf, type Side } from './fact.js';
import { type Json, stableText } from './json.js';
import type { Use } from './uses.js';

/** Whether a schema allows less than before, more, or partly less and partly more. */
export type Strength = 'tighter' | 'looser' | 'either';

const LEAST = ['minLength', 'minItems', 'minProperties', 'minContains', 'minimum', 'exclusiveMinimum'];
const MOST = ['maxLength', 'maxItems', 'maxProperties', 'maxContains', 'maximum', 'exclusiveMaximum'];
/** Every value more has to be met as well. */
const ALL = ['required'];
/** Every value more is one more that fits. */
const ONE_OF = ['enum', 'type'];
/** Any value forbids something. */
const OTHERS = ['pattern', 'format', 'uniqueItems', 'contentEncoding', 'contentMediaType'];
const CLOSING = ['additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems'];

/** What a schema is made of, beside plain values. */
const SCHEMA_NODES = [
  ...['Schema', 'SchemaProperties', 'PatternProperties', 'DependentRequired'],
  ...['SchemaList', 'SchemaMap', 'AllOf', 'AnyOf', 'OneOf'],
];

/** Undefined of what has no say in what a schema allows. */
export function strengthOf(fact: Fact): Strength | undefined {
  if (fact.kind !== 'modified') return ofNode(fact);
  if (fact.node === 'DependentRequired') return ofList(fact.base?.value, fact.head?.value);
  if (fact.node !== 'Schema') return undefined;
  const { keyword = '' } = fact;
  const [before, after] = [fact.base?.value, fact.head?.value];
  if (keyword === 'key') return 'either';
  if (LEAST.includes(keyword)) return ofBound(before, after, 1);
  if (MOST.includes(keyword)) return ofBound(before, after, -1);
  if (ALL.includes(keyword)) return ofList(before, after);
  if (ONE_OF.includes(keyword)) return ofChoice(before, after);
  if (OTHERS.includes(keyword)) return before !== undefined && after !== undefined ? 'either' : presence(after);
  if (keyword === 'multipleOf') return ofDivisor(before, after);
  if (CLOSING.includes(keyword)) return after === false ? 'tighter' : before === false ? 'looser' : undefined;
  return undefined;
}

/** Whom that breaks: a request that fits no longer, an answer that is more than was promised. */
export function brokenBy(strength: Strength | undefined, uses: readonly Use[]): Use[] {
  if (!strength) return [];
  return uses.filter(({ direction, sense }) => {
    if (direction === 'none') return false;
    if (strength === 'either' || sense === 0) return true;
    return ((strength === 'tighter') === (sense === 1)) === (direction === 'request');
  });
}

function ofBound(before: Json | undefined, after: Json | undefined, sign: 1 | -1): Strength {
  if (typeof before !== 'number' || typeof after !== 'number') return presence(after);
  return (after - before) * sign > 0 ? 'tighter' : 'looser';
}

function ofDivisor(before: Json | undefined, after: Json | undefined): Strength {
  if (typeof before !== 'number' || typeof after !== 'number') return presence(after);
  return before % after === 0 ? 'looser' : after % before === 0 ? 'tighter' : 'either';
}

function ofList(before: Json | undefined, after: Json | undefined): Strength {
  const [old, now] = [texts(before), texts(after)];
  const gains = now.some((value) => !old.includes(value));
  const loses = old.some((value) => !now.includes(value));
  return gains && loses ? 'either' : gains ? 'tighter' : 'looser';
}

function ofChoice(before: Json | undefined, after: Json | undefined): Strength {
  if (before === undefined || after === undefined) return presence(after);
  return opposite(ofList(withIntegers(before), withIntegers(after)));
}

/** Whatever takes numbers takes whole numbers. */
function withIntegers(types: Json): Json {
  const list = Array.isArray(types) ? types : [types];
  return list.includes('number') ? [...list, 'integer'] : list;
}

function ofNode(fact: Fact): Strength | undefined {
  if (!SCHEMA_NODES.includes(fact.node)) return undefined;
  const side = fact.head ?? fact.base;
  const added = fact.kind === 'added';
  const room = fact.node === 'Schema' ? (roomOf(fact) ?? '') : '';
  const isAlternative = ['anyOf', 'oneOf'].includes(room);
  const isNamed = ['properties', 'patternProperties'].includes(room);
  // In an object that takes no other fields, one field more is one more that is allowed.
  const opens = isAlternative || (isNamed && side !== undefined && isClosed(side));
  return added === opens ? 'looser' : 'tighter';
}

/** Whether the object takes no fields but those that it names. */
function isClosed({ around }: Side): boolean {
  const object = around[1];
  return object?.additionalProperties === false || object?.unevaluatedProperties === false;
}

function presence(after: Json | undefined): Strength {
  return after === undefined ? 'looser' : 'tighter';
}

function opposite(strength: Strength): Strength {
  return strength === 'either' ? 'either' : strength === 'tighter' ? 'looser' : 'tighter';
}

function texts(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(stableText);
}
