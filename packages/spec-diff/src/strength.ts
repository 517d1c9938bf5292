import { isWiderFormat } from './comparison/coverage.js';
import type { Fact, Side } from './fact.js';
import { asList, type Json, stableText } from './json.js';
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
const OTHERS = ['pattern', 'uniqueItems', 'contentEncoding', 'contentMediaType'];
const CLOSING = ['additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems'];

/** What types say: of bounds, formats and patterns they know nothing. */
const TYPED = ['type', 'enum', 'required', 'key', ...CLOSING];
const TYPED_ROOMS = ['properties', 'prefixItems', ...CLOSING];

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
  if (keyword === 'format') return ofFormat(before, after);
  if (keyword === 'multipleOf') return ofDivisor(before, after);
  if (CLOSING.includes(keyword)) return after === false ? 'tighter' : before === false ? 'looser' : undefined;
  return undefined;
}

/** Whom that breaks: a request that fits no longer, an answer that is more than was promised, code that uses the type. */
export function brokenBy(fact: Fact, strength: Strength | undefined = strengthOf(fact)): Use[] {
  if (!strength) return [];
  return fact.uses.filter(({ direction, sense, isCovered }) => {
    if (direction === 'none' || isCovered) return false;
    // What is made by a program and what is read by it have one type.
    if (direction === 'type') return isTyped(fact);
    if (strength === 'either' || sense === 0) return true;
    return ((strength === 'tighter') === (sense === 1)) === (direction === 'request');
  });
}

function isTyped({ node, kind, keyword = '', room = '' }: Fact): boolean {
  if (node === 'Alternative' || node === 'Choice') return true;
  return node === 'Schema' && (kind === 'modified' ? TYPED.includes(keyword) : TYPED_ROOMS.includes(room));
}

function ofBound(before: Json | undefined, after: Json | undefined, sign: 1 | -1): Strength {
  if (typeof before !== 'number' || typeof after !== 'number') return presence(after);
  return (after - before) * sign > 0 ? 'tighter' : 'looser';
}

function ofDivisor(before: Json | undefined, after: Json | undefined): Strength {
  if (typeof before !== 'number' || typeof after !== 'number') return presence(after);
  return before % after === 0 ? 'looser' : after % before === 0 ? 'tighter' : 'either';
}

function ofFormat(before: Json | undefined, after: Json | undefined): Strength {
  if (isWiderFormat(before, after)) return 'looser';
  return before === undefined || isWiderFormat(after, before) ? 'tighter' : 'either';
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
  const list = asList(types);
  return list.includes('number') ? [...list, 'integer'] : list;
}

function ofNode({ node, kind, room = '', head, base }: Fact): Strength | undefined {
  const isAdded = kind === 'added';
  if (node === 'Alternative') return isAdded ? 'looser' : 'tighter';
  if (node === 'Choice') return isAdded ? 'tighter' : 'looser';
  if (node !== 'Schema') return undefined;
  // In an object that takes no other fields, one field more is one more that is allowed.
  const isNamed = ['properties', 'patternProperties'].includes(room);
  const side = head ?? base;
  const opens = isNamed && side !== undefined && isClosed(side);
  return isAdded === opens ? 'looser' : 'tighter';
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
  return asList(value).map(stableText);
}
