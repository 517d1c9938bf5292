import { isObject, type Json, type JsonObject, type Path, stableText } from '../json.js';
import { WORDS } from './keywords.js';

/** A schema as it is written, and where. */
export interface Written {
  schema: JsonObject;
  path: Path;
}

/** One schema made of several that all have to hold. */
export interface Conjunction {
  /** Plain values, and schemas as they are written. */
  keywords: Record<string, { value: Json; path: Path }>;
  /** Schemas below a keyword that all have to hold there. */
  joint: Record<string, Written[]>;
  /** Schemas by name, each made of all that is said under that name. */
  fields: Record<string, Record<string, Written[]>>;
  /** What cannot be said in one schema. */
  rest: Written[];
}

type Join = (left: Json, right: Json) => Json | undefined;

const larger: Join = (left, right) => Math.max(Number(left), Number(right));
const smaller: Join = (left, right) => Math.min(Number(left), Number(right));
const either: Join = (left, right) => left === true || right === true;
const union: Join = (left, right) => [...new Set([...asList(left), ...asList(right)])];
const common: Join = (left, right) => {
  const texts = new Set(asList(right).map(stableText));
  return asList(left).filter((value) => texts.has(stableText(value)));
};

const JOINS: Record<string, Join> = {
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: either,
  deprecated: either,
  readOnly: either,
  writeOnly: either,
  required: union,
  enum: common,
  type: commonTypes,
  default: (left) => left,
};

const NAMED = ['properties', 'patternProperties', 'dependentSchemas'];
const JOINT = ['items', 'propertyNames'];
/** They close a schema over the fields that stand beside them, so they cannot be moved to where others stand. */
const CLOSING = ['additionalProperties', 'unevaluatedProperties'];
/** Only together do they mean something. */
const CONDITION = ['if', 'then', 'else'];

/** The first of them speaks for all: its words are kept. */
export function conjunctionOf(parts: readonly Written[]): Conjunction {
  const conjunction: Conjunction = { keywords: {}, joint: {}, fields: {}, rest: [] };
  const names = new Set(parts.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
  for (const [index, part] of parts.entries()) {
    if (parts.length > 1 && closesOver(part.schema, names, index === 0)) conjunction.rest.push(part);
    else join(conjunction, part);
  }
  return conjunction;
}

/** Whether a schema forbids fields that others of the same conjunction name. */
function closesOver(schema: JsonObject, names: ReadonlySet<string>, isOwn: boolean): boolean {
  const closing = isOwn ? ['additionalProperties'] : CLOSING;
  if (!closing.some((keyword) => keyword in schema && schema[keyword] !== true)) return false;
  if (isObject(schema.patternProperties)) return true;
  const own = isObject(schema.properties) ? schema.properties : {};
  return [...names].some((name) => !Object.hasOwn(own, name));
}

function join(conjunction: Conjunction, { schema, path }: Written): void {
  const { keywords, joint, fields } = conjunction;
  const left: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const here = [...path, keyword];
    const known = keywords[keyword];
    if (NAMED.includes(keyword) && isObject(value)) {
      fields[keyword] ??= {};
      for (const [name, field] of Object.entries(value)) {
        fields[keyword][name] = [...(fields[keyword][name] ?? []), written(field, [...here, name])];
      }
    } else if (JOINT.includes(keyword) && typeof value !== 'boolean') {
      joint[keyword] = [...(joint[keyword] ?? []), written(value, here)];
    } else if (!known) {
      keywords[keyword] = { value, path: here };
    } else if (JOINS[keyword]) {
      const joined = JOINS[keyword](known.value, value);
      if (joined !== undefined && stableText(joined) !== stableText(known.value)) {
        keywords[keyword] = { value: joined, path: here };
      }
    } else if (!speaksToPeople(keyword) && stableText(known.value) !== stableText(value)) {
      left[keyword] = value;
    }
  }
  if (CONDITION.some((keyword) => keyword in left)) {
    for (const keyword of CONDITION) if (keyword in schema) left[keyword] = schema[keyword] as Json;
  }
  if (Object.keys(left).length > 0) conjunction.rest.push({ schema: left, path });
}

function speaksToPeople(keyword: string): boolean {
  return WORDS.has(keyword) || keyword.startsWith('x-');
}

/** `true` allows everything and `false` nothing, like any schema of that meaning. */
export function written(schema: Json, path: Path): Written {
  return { schema: isObject(schema) ? schema : schema === false ? { not: {} } : {}, path };
}

function commonTypes(left: Json, right: Json): Json {
  const [some, others] = [asList(left), asList(right)];
  const kept = some.filter((type) => others.includes(type) || (type === 'integer' && others.includes('number')));
  return others.includes('integer') && some.includes('number') && !some.includes('integer')
    ? [...kept, 'integer']
    : kept;
}

function asList(value: Json): Json[] {
  return Array.isArray(value) ? value : [value];
}
