import { type OutputUnit, Validator } from '@cfworker/json-schema';
import { keysOf, REFUSAL_KEYWORDS, valueAt } from '../../../openapi/walk.mjs';
import type { Contract, Json, Reference, Schema } from '../openapi.js';
import type { Fault } from './schema-field.js';

/** The faults of a value, each in words: at `limit`, `0 is less than 1.` */
export function violations(contract: Contract, value: Json, schema: Schema | Reference): Fault[] {
  // Without the examples, whose ids the validator takes for those of schemas.
  const components = { schemas: contract.components?.schemas };
  const root = { ...schema, components } as ConstructorParameters<typeof Validator>[0];
  const { errors } = new Validator(root, '2020-12', false).validate(value);
  const faults = faultsOf(errors, root as Schema);
  const deepest = Math.max(...faults.map(({ path }) => path.split('/').length));
  const causes = faults.filter(({ path }) => path.split('/').length === deepest);
  // A value that is none of several words is no object either; the words help.
  const words = causes.filter(({ isChoice }) => isChoice);
  const told = words.length > 0 ? words : causes;
  const unique = new Map(
    told.map(({ path, text }) => [`${path}: ${text}`, { path: path.slice(1).replaceAll('/', '.'), text }]),
  );
  return [...unique.values()].slice(0, 5);
}

interface FoundFault extends Fault {
  /** With a slash before each name; empty for the value itself. */
  readonly path: string;
  readonly isChoice: boolean;
}

/** Says only that something within it is wrong, which is an error of its own. */
const COMPOSITES = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'properties',
  'items',
  'dependentSchemas',
  'if',
  'false',
]);

const UNKNOWN = new Set(['additionalProperties', 'unevaluatedProperties']);

function faultsOf(errors: readonly OutputUnit[], root: Schema): FoundFault[] {
  // The kinds of object that the value says by its type that it is not.
  const otherKinds = errors
    .map(({ keywordLocation }) => /^(.*\/(?:oneOf|anyOf)\/.*)\/properties\/type\/const$/.exec(keywordLocation)?.[1])
    .filter((kind) => kind !== undefined);
  const isMeant = ({ keywordLocation }: OutputUnit) =>
    !otherKinds.some((kind) => keywordLocation.startsWith(`${kind}/`));
  const meant = errors.filter(isMeant);
  const known = meant
    .filter(({ keyword }) => !COMPOSITES.has(keyword) && !UNKNOWN.has(keyword))
    .map((unit): FoundFault => {
      const { keyword, instanceLocation, error } = unit;
      const path = instanceLocation.slice(1);
      const missing = keyword === 'required' ? /"(.*)"/.exec(error)?.[1] : undefined;
      if (missing !== undefined) return { path: `${path}/${missing}`, text: 'it is required.', isChoice: false };
      return { path, text: inWords(root, unit), isChoice: keyword === 'enum' };
    });
  const unknown = meant
    .filter(({ keyword }) => UNKNOWN.has(keyword))
    .map(({ instanceLocation, error }) => `${instanceLocation.slice(1)}/${/"(.*?)"/.exec(error)?.[1]}`)
    // What is wrong otherwise was not evaluated for that reason.
    .filter((path) => !known.some((fault) => fault.path === path || fault.path.startsWith(`${path}/`)))
    .map((path): FoundFault => ({ path, text: 'there is no such field.', isChoice: false }));
  const faults = [
    ...known,
    ...unknown.filter(({ path }, _, all) => !all.some((other) => other.path.startsWith(`${path}/`))),
  ];
  if (faults.length > 0 || errors.length === 0) return faults;
  const kinds = errors.filter(({ keyword }) => keyword === 'const');
  return kinds.map(({ instanceLocation, error }) => ({
    path: instanceLocation.slice(1),
    text: `it has to be ${/match (.*)\.$/.exec(error)?.[1]}, or another known type.`,
    isChoice: false,
  }));
}

/** What is wrong with a value, by the words of the contract where it has any. */
function inWords(root: Schema, { keyword, keywordLocation, error }: OutputUnit): string {
  const [, found = '', wanted = ''] = /^Instance type "(\w+)" is invalid\. Expected "(.*)"\.$/.exec(error) ?? [];
  if (found !== '') return `it is ${TYPES[found] ?? found}, and has to be ${wanted.replaceAll('", "', ' or ')}.`;
  if (keyword === 'enum') return `it has to be one of ${/\[(.*)\]/.exec(error)?.[1]?.replaceAll(',', ', ')}.`;
  const schema = schemaAt(root, keywordLocation);
  const refusal = REFUSAL_KEYWORDS.includes(keyword) ? schema['x-refusal'] : undefined;
  return refusal ?? BOUNDS[keyword]?.(schema[keyword]) ?? error;
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** What a bound asks for. */
const BOUNDS: Readonly<Record<string, (bound: Json | undefined) => string>> = {
  minLength: (bound) => `it has to have at least ${bound} characters.`,
  maxLength: (bound) => `it may have at most ${bound} characters.`,
  minItems: (bound) => `it needs at least ${bound} items.`,
  maxItems: (bound) => `it may have at most ${bound} items.`,
  minProperties: (bound) => `it needs at least ${bound} ${bound === 1 ? 'field' : 'fields'}.`,
  maxProperties: (bound) => `it may have at most ${bound} fields.`,
  minimum: (bound) => `it has to be at least ${bound}.`,
  maximum: (bound) => `it may be at most ${bound}.`,
  exclusiveMinimum: (bound) => `it has to be more than ${bound}.`,
  exclusiveMaximum: (bound) => `it has to be less than ${bound}.`,
  multipleOf: (bound) => `it has to be a multiple of ${bound}.`,
  uniqueItems: () => 'each of its items may be there once.',
  format: (format) => `it is no valid ${format}.`,
  pattern: (pattern) => `it has to match the pattern ${pattern}.`,
  not: () => 'it has a value that is not allowed here.',
};

/** The schema whose keyword a location names; it leads through references. */
function schemaAt(root: Schema, location: string): Schema {
  const steps = location.split('/').slice(1, -1);
  return steps.reduce((part: Schema, step) => {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    const inner = part[key];
    if (key === '$ref' && typeof inner === 'string') return valueAt(root, keysOf(inner)) as Schema;
    return (inner ?? {}) as Schema;
  }, root);
}
