import { asList, type Json, type JsonObject, typeOf } from '../json.js';
import { sequence, type Text, text } from '../text.js';
import { joined, listed, quoted, transition } from '../wording.js';
import { commonTypes, either, intersection, larger, type Merge, smaller, union, unionByName } from './merge.js';
import {
  byChoices,
  byClosing,
  byDemands,
  byDivisor,
  byFormat,
  byLowerBound,
  byPresence,
  byTypes,
  byUpperBound,
  type CompareStrictness,
  listChange,
} from './strictness.js';

/** All that the comparison knows of one keyword of a schema. */
interface Keyword {
  /** The types of values that it restricts; of values of other types it says nothing. Left out, it restricts all. */
  appliesTo?: readonly string[];
  /** How the schemas below it are held; left out, its value is plain. */
  subschemas?: 'one' | 'map' | 'list';
  /** It restricts values, and no rule of its own judges a change of it. */
  isConstraint?: true;
  /** Only people read it: no program notices a change of it. */
  isAnnotation?: true;
  /** Values that mean the same as leaving it out. */
  neutral?: readonly Json[];
  /** It says nothing without one of these beside it. */
  onlyBeside?: readonly string[];
  /** Its value is a list in which the order means nothing. */
  isSet?: true;
  /** What two values say together; left out, two values cannot be said in one schema. */
  merge?: Merge;
  /** Which of two values allows more; left out, it has no say in what a schema allows. */
  strictness?: CompareStrictness;
  /** Whether the TypeScript type of the schema shows it. */
  isInType?: true;
  /** The keywords as which its meaning can be written, too: the canonical form writes only this one. */
  spelledFrom?: readonly string[];
  /** How a change of its value is said; left out, both values are named. */
  describe?: (before: Json | undefined, after: Json | undefined) => Text;
}

const TEXT = ['string'];
const NUMBER = ['number', 'integer'];
const LIST = ['array'];
const OBJECT = ['object'];

const annotation: Keyword = { isAnnotation: true };

const lowerBound = (appliesTo: readonly string[], neutral?: readonly Json[]): Keyword => ({
  appliesTo,
  isConstraint: true,
  merge: larger,
  strictness: byLowerBound,
  ...(neutral && { neutral }),
});

const upperBound = (appliesTo: readonly string[]): Keyword => ({
  appliesTo,
  isConstraint: true,
  merge: smaller,
  strictness: byUpperBound,
});

/** What a schema says of the fields or items that it does not name. */
const closing = (appliesTo: readonly string[]): Keyword => ({
  appliesTo,
  isConstraint: true,
  subschemas: 'one',
  neutral: [true],
  strictness: byClosing,
  isInType: true,
});

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: {
    isSet: true,
    merge: commonTypes,
    strictness: byTypes,
    isInType: true,
    spelledFrom: ['const', 'enum', 'anyOf', 'oneOf'],
    describe: describeType,
  },
  enum: {
    isSet: true,
    merge: intersection,
    strictness: byChoices,
    isInType: true,
    spelledFrom: ['const', 'anyOf', 'oneOf'],
    describe: describeValues,
  },
  required: {
    appliesTo: OBJECT,
    isSet: true,
    neutral: [false],
    merge: union,
    strictness: byDemands,
    isInType: true,
    describe: describeRequired,
  },
  'x-extensible-enum': { isSet: true, isInType: true, describe: describeKnownValues },

  minLength: lowerBound(TEXT, [0]),
  maxLength: upperBound(TEXT),
  pattern: {
    appliesTo: TEXT,
    isConstraint: true,
    neutral: ['', '^', '.*', '^.*', '.*$', '[\\s\\S]*'],
    strictness: byPresence,
  },
  contentEncoding: { appliesTo: TEXT, isConstraint: true, strictness: byPresence },
  contentMediaType: { appliesTo: TEXT, isConstraint: true, strictness: byPresence },
  contentSchema: { appliesTo: TEXT, isConstraint: true, subschemas: 'one' },
  format: {
    appliesTo: [...TEXT, ...NUMBER],
    isConstraint: true,
    strictness: byFormat,
    spelledFrom: ['contentEncoding', 'contentMediaType'],
  },

  minimum: { ...lowerBound(NUMBER), spelledFrom: ['exclusiveMinimum'] },
  exclusiveMinimum: lowerBound(NUMBER),
  maximum: { ...upperBound(NUMBER), spelledFrom: ['exclusiveMaximum'] },
  exclusiveMaximum: upperBound(NUMBER),
  multipleOf: { appliesTo: NUMBER, isConstraint: true, strictness: byDivisor },

  items: closing(LIST),
  unevaluatedItems: closing(LIST),
  prefixItems: { appliesTo: LIST, subschemas: 'list', isInType: true },
  minItems: lowerBound(LIST, [0]),
  maxItems: upperBound(LIST),
  uniqueItems: { appliesTo: LIST, isConstraint: true, neutral: [false], merge: either, strictness: byPresence },
  contains: { appliesTo: LIST, isConstraint: true, subschemas: 'one' },
  minContains: { ...lowerBound(LIST, [1]), onlyBeside: ['contains'] },
  maxContains: { ...upperBound(LIST), onlyBeside: ['contains'] },

  properties: { appliesTo: OBJECT, subschemas: 'map', isInType: true },
  patternProperties: { appliesTo: OBJECT, subschemas: 'map' },
  additionalProperties: { ...closing(OBJECT), spelledFrom: ['unevaluatedProperties'] },
  unevaluatedProperties: closing(OBJECT),
  minProperties: lowerBound(OBJECT, [0]),
  maxProperties: upperBound(OBJECT),
  propertyNames: { appliesTo: OBJECT, isConstraint: true, subschemas: 'one', neutral: [true] },
  dependentRequired: { appliesTo: OBJECT, merge: unionByName },
  dependentSchemas: { appliesTo: OBJECT, subschemas: 'map' },

  allOf: { subschemas: 'list', isSet: true },
  anyOf: { subschemas: 'list', isSet: true },
  oneOf: { subschemas: 'list', isSet: true },
  not: { isConstraint: true, subschemas: 'one' },
  if: { isConstraint: true, subschemas: 'one', onlyBeside: ['then', 'else'] },
  // biome-ignore lint/suspicious/noThenProperty: it is the name of a keyword.
  then: { isConstraint: true, subschemas: 'one', onlyBeside: ['if'] },
  else: { isConstraint: true, subschemas: 'one', onlyBeside: ['if'] },
  $defs: { subschemas: 'map' },
  discriminator: {},

  default: {},
  xml: {},
  deprecated: { neutral: [false], merge: either },
  readOnly: { neutral: [false], merge: either },
  writeOnly: { neutral: [false], merge: either },
  allowEmptyValue: { neutral: [false] },
  allowReserved: { neutral: [false] },

  // Reading a contract of OpenAPI 3.0 turns it into a type, so it is only left where it means nothing.
  nullable: { isAnnotation: true, neutral: [false], describe: describeNullable },

  $comment: annotation,
  description: annotation,
  example: annotation,
  examples: annotation,
  externalDocs: annotation,
  summary: annotation,
  title: annotation,
};

export const KEYWORD_NAMES: readonly string[] = Object.keys(KEYWORDS);

/** How the schemas below a keyword are held, by the keywords that hold any. */
export const SUBSCHEMAS: ReadonlyMap<string, 'one' | 'map' | 'list'> = new Map(
  Object.entries(KEYWORDS).flatMap(([name, { subschemas }]) => (subschemas ? [[name, subschemas] as const] : [])),
);

/** The keywords that the canonical form writes in the place of others, each with these. */
export const SPELLED_FROM: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(KEYWORDS).flatMap(([name, { spelledFrom }]) => (spelledFrom ? [[name, spelledFrom] as const] : [])),
);

/** The keywords that restrict values, and have no rule of their own. */
export const CONSTRAINTS: readonly string[] = Object.entries(KEYWORDS)
  .filter(([, { isConstraint }]) => isConstraint)
  .map(([name]) => name);

const KNOWN = new Map(Object.entries(KEYWORDS));

const UNKNOWN: Keyword = {};

function keywordOf(name: string): Keyword {
  return KNOWN.get(name) ?? UNKNOWN;
}

/** Whether only people read it. An extension says something to programs only where a configuration says so. */
export function isAnnotation(name: string): boolean {
  return keywordOf(name).isAnnotation ?? (name.startsWith('x-') && !KNOWN.has(name));
}

/** Whether a keyword restricts values of one of these types; where no type is named, it does. */
export function appliesToType(name: string, types: readonly Json[]): boolean {
  const { appliesTo } = keywordOf(name);
  return appliesTo === undefined || types.length === 0 || types.some((type) => appliesTo.includes(String(type)));
}

/** Whether a value of a keyword means the same as leaving the keyword out. */
export function isNeutral(name: string, value: Json): boolean {
  return keywordOf(name).neutral?.includes(value) ?? false;
}

/** Whether a keyword says nothing because none of those is there that it belongs to. */
export function isAlone(name: string, schema: JsonObject): boolean {
  return keywordOf(name).onlyBeside?.every((other) => !(other in schema)) ?? false;
}

/** Whether a schema for everything means the same under a keyword as leaving the keyword out. */
export function isNeutralWhenOpen(name: string): boolean {
  return isNeutral(name, true) && SUBSCHEMAS.has(name);
}

/** Whether the order of the entries under a keyword means nothing. */
export function isSet(name: string): boolean {
  return keywordOf(name).isSet ?? false;
}

export function mergeOf(name: string): Merge | undefined {
  return keywordOf(name).merge;
}

export function strictnessOf(name: string): CompareStrictness | undefined {
  return keywordOf(name).strictness;
}

export function isInType(name: string): boolean {
  return keywordOf(name).isInType ?? false;
}

/** How a change of the value of a keyword is said. */
export function describeChange(
  name: string,
  before: Json | undefined,
  after: Json | undefined,
  fallback = transition(quoted(name), before, after),
): Text {
  return keywordOf(name).describe?.(before, after) ?? fallback;
}

function typeName(types: Json | undefined): Text {
  return types === undefined ? text`not restricted` : quoted(asList(types).join(' | '));
}

function describeType(before: Json | undefined, after: Json | undefined): Text {
  return text`The type is ${typeName(after)} now; it was ${typeName(before)}.`;
}

function oneOf(values: readonly Json[]): Text {
  return values.length === 1 ? text`always ${listed(values)}` : text`one of ${listed(values)}`;
}

function typesOf(values: Json): Json {
  return [...new Set(asList(values).map(typeOf))].sort();
}

function describeValues(before: Json | undefined, after: Json | undefined): Text {
  if (before === undefined) return text`The value is ${oneOf(asList(after))} now.`;
  if (after === undefined) return text`Other values than ${listed(asList(before))} are possible now.`;
  const { added, removed } = listChange(before, after);
  // A change of null is described in the same words whether null is a type or a value.
  const isOfNull = [...added, ...removed].every((value) => value === null);
  return isOfNull ? describeType(typesOf(before), typesOf(after)) : text`The values ${gainsAndLosses(before, after)}.`;
}

function describeKnownValues(before: Json | undefined, after: Json | undefined): Text {
  const happened = gainsAndLosses(before, after);
  return text`The known values of an open set ${happened.length > 0 ? happened : 'have another order'}.`;
}

function describeRequired(before: Json | undefined, after: Json | undefined): Text {
  const { added, removed } = listChange(before, after);
  const are = (names: readonly Json[]) => (names.length === 1 ? 'is' : 'are');
  const sentences = [
    ...(added.length > 0 ? [text`${listed(added)} ${are(added)} required now.`] : []),
    ...(removed.length > 0 ? [text`${listed(removed)} ${are(removed)} no longer required.`] : []),
  ];
  return sequence(sentences, ' ');
}

function describeNullable(_before: Json | undefined, after: Json | undefined): Text {
  const happened = after === undefined ? 'removed' : 'added';
  const reason = 'OpenAPI 3.1 has no such keyword, and OpenAPI 3.0 has it only beside `type`';
  return text`\`nullable\` was ${happened}. It means nothing here: ${reason}.`;
}

function gainsAndLosses(before: Json | undefined, after: Json | undefined): Text {
  const { added, removed } = listChange(before, after);
  return joined([
    ...(added.length > 0 ? [text`gained ${listed(added)}`] : []),
    ...(removed.length > 0 ? [text`lost ${listed(removed)}`] : []),
  ]);
}
