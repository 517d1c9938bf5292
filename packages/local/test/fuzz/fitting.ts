import * as fc from 'fast-check';
import { resolved, type Schema, type SchemaObject } from '../../src/contract/contract.js';
import { placeholder, UNKNOWN } from './known.js';
import { pageUrl } from './site.js';

/** Stands for a property that is left out. */
const ABSENT = Symbol('absent');

const DEEPEST = 8;

const digits = fc.constantFrom('0', '0', '0', '1', '2', '3', '4', UNKNOWN);
export const ids: fc.Arbitrary<string> = digits.map(placeholder.id);
const uploadRefs: fc.Arbitrary<string> = digits.map(placeholder.uploadRef);

const text = fc.oneof(
  fc.constantFrom(
    'tea',
    'harbour',
    'boats come in',
    'site:site.test tea',
    '"tea" -boat filetype:pdf',
    'related:site.test',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Schemas as people write them, and what passes for one. */
const { jsonSchema } = fc.letrec<{ jsonSchema: unknown }>((tie) => ({
  jsonSchema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', ['string', 'null'], 'nothing', 3) }),
    fc.record({ type: fc.constant('array'), items: tie('jsonSchema') }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('title', 'price', 'author', '__proto__'), tie('jsonSchema'), {
        maxKeys: 3,
      }),
      required: fc.subarray(['title', 'price']),
    }),
    fc.record({ anyOf: fc.array(tie('jsonSchema'), { maxLength: 2 }), $ref: fc.constantFrom('#', '#/$defs/a', '%') }),
    fc.dictionary(fc.constantFrom('type', 'properties', 'items', '$ref', '$defs', 'enum', 'const'), fc.jsonValue()),
  ),
}));

const paths = fc.array(
  fc.constantFrom('^/tea', '.*', '/a|/b', '[a-z]+$', '(', '^(?=x)', '\\p{L}', '(a+)+$', '(.*a){25}'),
  {
    maxLength: 3,
  },
);

function oftenFirst(first: string, ...others: string[]): fc.Arbitrary<string> {
  return fc.oneof({ arbitrary: fc.constant(first), weight: 9 }, { arbitrary: fc.constantFrom(...others), weight: 3 });
}

/** What makes a request be refused before it comes to anything else. */
const RARE = new Set(['actions', 'lockdown', 'minAge', 'enterprise', 'text']);

/** What a schema says too little of to lead anywhere. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  uploadRef: uploadRefs,
  schema: fc.dictionary(fc.constantFrom('type', 'properties', 'items', '$ref'), jsonSchema, { maxKeys: 2 }),
  includePaths: paths,
  excludePaths: paths,
  cron: oftenFirst('0 * * * *', '*/5 1-3 * * 1,3', '0 0 30 2 *', '61 * * * *', '* * * * *', '0 0 L * *'),
  timezone: oftenFirst('UTC', 'Europe/Berlin', 'Mars/Olympus', ''),
  filename: fc.constantFrom('a.html', 'b.pdf', 'c.docx', 'd.xlsx', 'e.csv', 'f.exe', '../g.pdf', '.pdf', 'h'),
  selector: fc.constantFrom('a', 'p:nth-child(2n)', 'main > *', ':has(', '[href^="/"]', '*'),
  includeTags: fc.array(fc.constantFrom('main', '#x', '.y', ':not(', '*'), { maxLength: 3 }),
  excludeTags: fc.array(fc.constantFrom('a', 'h1', '::', '[', 'body'), { maxLength: 3 }),
  delay: fc.constantFrom(0, 0.05, 0.2),
  // Long enough for a page of the site, and short enough to wait for one that never comes.
  timeout: fc.constantFrom(1_000, 1_500, 2_000),
  tbs: fc.constantFrom('qdr:w', 'sbd:1', 'cdr:1,cd_min:01/01/2026,cd_max:06/30/2026'),
};

/** Values that fit a schema of the contract, or nearly: what only two fields together forbid is not looked at. */
export function fitting(schema: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
  const known = byName[name];
  if (known) return known;
  if (typeof schema === 'boolean') return fc.jsonValue();
  const target = resolved(schema);
  const { enum: values, examples, anyOf, oneOf } = target;
  if (target.const !== undefined) return fc.constant(target.const);
  if (values) return fc.constantFrom(...values);
  if (Array.isArray(examples)) return fc.constantFrom(...(examples as unknown[]));
  const branches = oneOf ?? anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => fitting(branch, '', depth + 1)));
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
      return ofFormat(schema);
    case 'array': {
      const least = bound('minItems', 0);
      const item = depth < DEEPEST ? fitting((schema.items ?? true) as Schema, '', depth + 1) : fc.constant(null);
      return fc.array(item, { minLength: least, maxLength: Math.min(bound('maxItems', 4), least + 4) });
    }
    default:
      return ofObject(schema, depth);
  }
}

function ofFormat({ format, pattern, minLength = 0, maxLength = 60 }: SchemaObject): fc.Arbitrary<string> {
  if (format === 'uri') return pageUrl;
  if (format === 'uuid') return ids;
  if (format === 'email') return fc.constantFrom('a@site.test', 'ü@site.test');
  if (format === 'date-time') return fc.constantFrom('2026-11-01T00:00:00Z', '2026-02-29T24:00:00+14:00');
  if (format === 'date') return fc.constantFrom('2026-11-01', '0000-12-31');
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  const [least, most] = [Number(minLength), Number(maxLength)];
  return text.map((some) => some.padEnd(least, 'x').slice(0, most));
}

function ofObject(schema: SchemaObject, depth: number): fc.Arbitrary<unknown> {
  const { properties, required } = declared(schema);
  const names = Object.keys(properties);
  const { additionalProperties: extra } = schema;
  if (names.length === 0) {
    const value = typeof extra === 'object' ? fitting(extra as Schema, '', depth + 1) : fc.jsonValue();
    return fc.dictionary(fc.constantFrom('a', 'X-B', 'ü', '__proto__', 'constructor'), value, { maxKeys: 3 });
  }
  const values = names.map((name) => {
    const value = fitting(properties[name] as Schema, name, depth + 1);
    if (required.has(name)) return value;
    // Most fields are left out: of many at once, one is sure to be refused before the others are looked at.
    const absence = RARE.has(name) ? 50 : schema.minProperties === undefined ? 5 : 1;
    const weight = depth < DEEPEST ? 1 : 0;
    return fc.oneof({ arbitrary: fc.constant(ABSENT), weight: absence }, { arbitrary: value, weight });
  });
  return fc.tuple(...values).map((some) => {
    return Object.fromEntries(names.map((name, index) => [name, some[index]]).filter(([, value]) => value !== ABSENT));
  });
}

/** What an object may and must have, whichever part of its schema says so. */
function declared(schema: SchemaObject): { properties: Record<string, Schema>; required: Set<string> } {
  const parts = (schema.allOf ?? []).flatMap((part) => (typeof part === 'object' ? [declared(resolved(part))] : []));
  const own = { properties: schema.properties ?? {}, required: (schema.required ?? []) as string[] };
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
    required: new Set([...parts.flatMap(({ required }) => [...required]), ...own.required]),
  };
}
