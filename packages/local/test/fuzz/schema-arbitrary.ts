import * as fc from 'fast-check';
import { resolved, type Schema, type SchemaObject } from '../../src/contract/contract.js';
import { placeholder, UNKNOWN_DIGIT } from './placeholders.js';
import { pageUrl } from './site.js';

/** Marks a property to leave out. */
const ABSENT = Symbol('absent');

const MAX_DEPTH = 8;

/** Properties of which most values refuse the whole request. */
const RARE = new Set(['actions', 'lockdown', 'minAge', 'enterprise', 'text']);

const digit = fc.constantFrom('0', '0', '0', '1', '2', '3', '4', UNKNOWN_DIGIT);

/** A placeholder for an id. */
export const id: fc.Arbitrary<string> = digit.map(placeholder.id);

const text = fc.oneof(
  fc.constantFrom('tea', 'boats come in', 'site:site.test tea', '"tea" -boat filetype:pdf', 'related:site.test'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** JSON Schemas, some of them malformed. */
const { jsonSchema } = fc.letrec<{ jsonSchema: unknown }>((tie) => ({
  jsonSchema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', ['string', 'null'], 'nothing', 3) }),
    fc.record({ type: fc.constant('array'), items: tie('jsonSchema') }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('title', 'price', '__proto__'), tie('jsonSchema'), { maxKeys: 3 }),
      required: fc.subarray(['title', 'price']),
    }),
    fc.record({ anyOf: fc.array(tie('jsonSchema'), { maxLength: 2 }), $ref: fc.constantFrom('#', '#/$defs/a', '%') }),
    fc.dictionary(fc.constantFrom('type', 'properties', 'items', '$ref', '$defs', 'enum', 'const'), fc.jsonValue()),
  ),
}));

const PATH_PATTERNS = ['^/tea', '.*', '/a|/b', '[a-z]+$', '(', '^(?=x)', '\\p{L}', '(a+)+$', '(.*a){25}'];
const pathPatterns = fc.array(fc.constantFrom(...PATH_PATTERNS), { maxLength: 3 });

const mostly = (usual: string, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, { arbitrary: fc.constantFrom(...others), weight: 1 });

/** Values of properties whose schema says too little to reach the code behind the validation. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  uploadRef: digit.map(placeholder.uploadRef),
  schema: fc.dictionary(fc.constantFrom('type', 'properties', 'items', '$ref'), jsonSchema, { maxKeys: 2 }),
  includePaths: pathPatterns,
  excludePaths: pathPatterns,
  cron: mostly('0 * * * *', '*/5 1-3 * * 1,3', '0 0 30 2 *', '61 * * * *', '* * * * *', '0 0 L * *'),
  timezone: mostly('UTC', 'Europe/Berlin', 'Mars/Olympus', ''),
  filename: fc.constantFrom('a.html', 'b.pdf', 'c.docx', 'd.xlsx', 'e.csv', 'f.exe', '../g.pdf', '.pdf', 'h'),
  selector: fc.constantFrom('a', 'p:nth-child(2n)', 'main > *', ':has(', '[href^="/"]', '*'),
  includeTags: fc.array(fc.constantFrom('main', '#x', '.y', ':not(', '*'), { maxLength: 3 }),
  excludeTags: fc.array(fc.constantFrom('a', 'h1', '::', '[', 'body'), { maxLength: 3 }),
  delay: fc.constantFrom(0.05, 0.2),
  timeout: fc.constantFrom(1_000, 1_500, 2_000),
  tbs: fc.constantFrom('qdr:w', 'sbd:1', 'cdr:1,cd_min:01/01/2026,cd_max:06/30/2026'),
};

/** Values that a schema of the contract allows. It ignores keywords that relate several properties, such as `if`. */
export function arbitraryFrom(schema: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
  const special = byName[name];
  if (special) return special;
  if (typeof schema === 'boolean') return fc.jsonValue();
  const target = resolved(schema);
  const { enum: values, examples, anyOf, oneOf } = target;
  if (target.const !== undefined) return fc.constant(target.const);
  if (values) return fc.constantFrom(...values);
  if (Array.isArray(examples)) return fc.constantFrom(...(examples as unknown[]));
  const branches = oneOf ?? anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => arbitraryFrom(branch, '', depth + 1)));
  return fc.oneof(...[target.type ?? 'object'].flat().map((type) => ofType(type, target, depth)));
}

function ofType(type: string, schema: SchemaObject, depth: number): fc.Arbitrary<unknown> {
  const bound = (keyword: string, otherwise: number): number => Number(schema[keyword] ?? otherwise);
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: bound('minimum', -5), max: bound('maximum', 200) });
    case 'number':
      return fc.double({ min: bound('minimum', -5), max: bound('maximum', 200), noNaN: true });
    case 'string':
      return stringFrom(schema);
    case 'array': {
      const min = bound('minItems', 0);
      const item =
        depth < MAX_DEPTH ? arbitraryFrom((schema.items ?? true) as Schema, '', depth + 1) : fc.constant(null);
      return fc.array(item, { minLength: min, maxLength: Math.min(bound('maxItems', 4), min + 4) });
    }
    default:
      return objectFrom(schema, depth);
  }
}

function stringFrom({ format, pattern, minLength = 0, maxLength = 60 }: SchemaObject): fc.Arbitrary<string> {
  if (format === 'uri') return pageUrl;
  if (format === 'page-url')
    return fc.oneof(
      pageUrl,
      pageUrl.map((url) => ` ${url.replace(/^http:\/\//, '')}\n`),
    );
  if (format === 'uuid') return id;
  if (format === 'email') return fc.constantFrom('a@site.test', 'ü@site.test');
  if (format === 'date-time') return fc.constantFrom('2026-11-01T00:00:00Z', '2026-02-29T24:00:00+14:00');
  if (format === 'date') return fc.constantFrom('2026-11-01', '0000-12-31');
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return text.map((value) => value.padEnd(Number(minLength), 'x').slice(0, Number(maxLength)));
}

function objectFrom(schema: SchemaObject, depth: number): fc.Arbitrary<unknown> {
  const { properties, required } = mergedObject(schema);
  const names = Object.keys(properties);
  const { additionalProperties } = schema;
  if (names.length === 0) {
    const value =
      typeof additionalProperties === 'object'
        ? arbitraryFrom(additionalProperties as Schema, '', depth + 1)
        : fc.jsonValue();
    return fc.dictionary(fc.constantFrom('a', 'X-B', 'ü', '__proto__', 'constructor'), value, { maxKeys: 3 });
  }
  const values = names.map((name) => {
    const value = arbitraryFrom(properties[name] as Schema, name, depth + 1);
    if (required.has(name)) return value;
    // Few optional properties at once: the more there are, the sooner one of them refuses the request.
    const absence = RARE.has(name) ? 50 : schema.minProperties === undefined ? 5 : 1;
    const weight = depth < MAX_DEPTH ? 1 : 0;
    return fc.oneof({ arbitrary: fc.constant(ABSENT), weight: absence }, { arbitrary: value, weight });
  });
  return fc.tuple(...values).map((all) => {
    return Object.fromEntries(names.map((name, index) => [name, all[index]]).filter(([, value]) => value !== ABSENT));
  });
}

/** The properties of an object and of all parts of its `allOf`. */
function mergedObject(schema: SchemaObject): { properties: Record<string, Schema>; required: Set<string> } {
  const parts = (schema.allOf ?? []).flatMap((part) =>
    typeof part === 'object' ? [mergedObject(resolved(part))] : [],
  );
  const required = (schema.required ?? []) as string[];
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: new Set([...parts.flatMap((part) => [...part.required]), ...required]),
  };
}
