import { describe, expect, it } from 'vitest';
import { type JsonObject, type Path, pathOf, valueAt } from '../json.js';
import { sameMeaning } from '../same-meaning.js';
import { canonical } from './canonical.js';

const schemas = {
  Flag: { type: 'boolean' },
  Base: { type: 'object', required: ['a'], properties: { a: { type: 'string', maxLength: 5 } } },
  Tree: {
    type: 'object',
    properties: { parent: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] } },
  },
};

const contract = (schema: object, more: object = {}): JsonObject =>
  JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } },
      components: { schemas },
      ...more,
    }),
  );

const AT: Path = ['paths', '/a', 'post', 'requestBody', 'content', 'application/json', 'schema'];
const schemaOf = (schema: object) => valueAt(canonical(contract(schema)).document, AT);

describe('these are one schema:', () => {
  it.each<[string, object, object]>([
    ['parts, and what they make', { allOf: [{ minimum: 1 }, { minimum: 3, maximum: 9 }] }, { minimum: 3, maximum: 9 }],
    ['a part within a part', { allOf: [{ allOf: [{ minimum: 1 }] }] }, { minimum: 1 }],
    ['what all parts take', { allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, { const: 'b' }],
    ['the type that all parts have', { allOf: [{ type: 'number' }, { type: 'integer' }] }, { type: 'integer' }],
    [
      'a field of two parts',
      { allOf: [{ properties: { a: { minLength: 1 } } }, { properties: { a: { maxLength: 5 } } }] },
      { properties: { a: { minLength: 1, maxLength: 5 } } },
    ],
    [
      'a bound beside a reference',
      { $ref: '#/components/schemas/Base', minProperties: 1 },
      { ...schemas.Base, minProperties: 1 },
    ],
    ['a choice of one', { oneOf: [{ type: 'string' }] }, { type: 'string' }],
    ['null in a choice', { oneOf: [{ type: 'null' }, { type: 'string' }] }, { type: ['string', 'null'] }],
    [
      'null beside a reference',
      { anyOf: [{ $ref: '#/components/schemas/Base' }, { type: 'null' }] },
      { ...schemas.Base, type: ['object', 'null'] },
    ],
    ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['types in any order', { type: ['string', 'integer'] }, { type: ['integer', 'string'] }],
    ['true and no bound', { properties: { a: true } }, { properties: { a: {} } }],
    ['false and nothing', { properties: { a: false } }, { properties: { a: { not: {} } } }],
    [
      'a type with a name, and the type',
      { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Flag' }] },
      { type: ['boolean', 'string'] },
    ],
    [
      'what may be beside the fields, in two parts and in one',
      { allOf: [{ additionalProperties: { type: 'string' } }, { additionalProperties: { maxLength: 5 } }] },
      { additionalProperties: { type: 'string', maxLength: 5 } },
    ],
    [
      'what is closed over its parts, and a wrap around it',
      { allOf: [{ allOf: [{ properties: { a: {} } }], properties: { b: {} }, unevaluatedProperties: false }] },
      { properties: { a: {}, b: {} }, additionalProperties: false },
    ],
    ['whole numbers beyond a bound', { type: 'integer', exclusiveMaximum: 9.5 }, { type: 'integer', maximum: 9 }],
  ])('%s', (_name, left, right) => {
    expect(schemaOf(left)).toEqual(schemaOf(right));
  });
});

describe('these are not:', () => {
  it.each<[string, object, object]>([
    ['a bound and none', { type: 'number', exclusiveMinimum: 0 }, { type: 'number', minimum: 1 }],
    [
      'a part that is closed, and a closed whole',
      { allOf: [{ additionalProperties: false, properties: { a: {} } }, { properties: { b: {} } }] },
      { additionalProperties: false, properties: { a: {}, b: {} } },
    ],
    [
      'a field that is closed over what it names, and one that is closed over what another part names as well',
      {
        allOf: [
          { properties: { a: { unevaluatedProperties: false, properties: { b: {} } } } },
          { properties: { a: { properties: { c: {} } } } },
        ],
      },
      { properties: { a: { additionalProperties: false, properties: { b: {}, c: {} } } } },
    ],
    [
      'items in one part and first items in another, and items after the first',
      { allOf: [{ prefixItems: [{ type: 'string' }] }, { items: { type: 'integer' } }] },
      { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
    ],
    ['one of two patterns, and both', { allOf: [{ pattern: 'a' }, { pattern: 'b' }] }, { pattern: 'a' }],
    [
      'conditions, and another pairing of them',
      {
        allOf: [when(1, 1), when(2, 2)],
      },
      {
        allOf: [when(1, 2), when(2, 1)],
      },
    ],
    ['open and closed', { properties: { a: {} } }, { properties: { a: {} }, additionalProperties: false }],
    [
      'a closed choice, and one whose members are not closed over',
      { unevaluatedProperties: false, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      { additionalProperties: false, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    ],
  ])('%s', (_name, left, right) => {
    expect(schemaOf(left)).not.toEqual(schemaOf(right));
  });
});

describe('it makes no difference in which order these stand:', () => {
  it.each<[string, object[]]>([
    ['defaults and words', [{ default: 1, description: 'One.' }, { default: 2, description: 'Two.' }, { default: 3 }]],
    ['patterns', [{ pattern: 'a' }, { pattern: 'b' }, { type: 'string' }]],
    ['schemas that are forbidden', [{ not: { const: 1 } }, { not: { $ref: '#/components/schemas/Base' } }]],
    ['closed and open parts', [{ additionalProperties: false, properties: { a: {} } }, { properties: { b: {} } }]],
    ['lists by place and lists of a kind', [{ prefixItems: [{ type: 'string' }] }, { items: { type: 'integer' } }]],
    ['what is contained, and how often', [{ contains: { const: 1 }, maxContains: 2 }, { contains: { const: 2 } }]],
  ])('%s', (_name, parts) => {
    const inOrder = (list: object[]) => {
      const { document } = canonical(contract({ allOf: list }));
      return { root: document, value: valueAt(document, AT) ?? null };
    };
    expect(sameMeaning(inOrder(parts.toReversed()), inOrder(parts))).toBe(true);
  });
});

it('writes a schema that recurs once: it contains itself', () => {
  const { document } = canonical(contract({ $ref: '#/components/schemas/Tree' }));
  const parent = valueAt(document, ['components', 'schemas', 'Tree', 'properties', 'parent']);
  expect(valueAt(document, AT)).toEqual({ $ref: '#/components/schemas/Tree' });
  expect(parent).toMatchObject({ type: ['null', 'object'] });
  expect(valueAt(parent, ['properties', 'parent'])).toBe(parent);
});

it('writes as many schemas as there are, however they refer to each other', () => {
  const entities = (count: number) => {
    const to = (index: number) => ({ $ref: `#/components/schemas/E${index % count}` });
    const entity = (index: number) => ({
      type: 'object',
      properties: {
        id: { type: 'string' },
        ...Object.fromEntries([1, 7, 13].map((step) => [`p${step}`, { anyOf: [to(index + step), { type: 'null' }] }])),
        list: { type: 'array', items: { allOf: [to(index * 5)], readOnly: true } },
      },
    });
    return Object.fromEntries(Array.from({ length: count }, (_, index) => [`E${index}`, entity(index)]));
  };
  const sizeOf = (count: number) =>
    objectsIn(
      canonical(contract({ $ref: '#/components/schemas/E0' }, { components: { schemas: entities(count) } })).document,
    );
  expect(sizeOf(200) / sizeOf(20)).toBeLessThan(11);
});

it('refuses parts that recur in more combinations than can be written', () => {
  const ring = (name: string, length: number) =>
    Array.from({ length }, (_, index) => [
      `${name}${index}`,
      { properties: { next: { $ref: `#/components/schemas/${name}${(index + 1) % length}` } } },
    ]);
  const rings = [5, 7, 9, 11, 13, 17].flatMap((length) => ring(`R${length}x`, length));
  const parts = [5, 7, 9, 11, 13, 17].map((length) => ({ $ref: `#/components/schemas/R${length}x0` }));
  const root = contract({ allOf: parts }, { components: { schemas: Object.fromEntries(rings) } });
  expect(() => canonical(root)).toThrow(
    /^#\/components\/schemas\/R5x\d\/properties\/next: the schemas that are combined/,
  );
});

it('gives to each operation what its path and the contract say for all', () => {
  const { document } = canonical({
    openapi: '3.1.0',
    security: [{ key: [] }],
    components: {},
    paths: {
      '/a': {
        parameters: [{ name: 'b', in: 'query', schema: {} }],
        get: { parameters: [{ name: 'a', in: 'query', schema: {} }] },
        put: { parameters: [{ name: 'b', in: 'query', required: true, schema: {} }], security: [] },
      },
    },
  });
  const names = (method: string) =>
    (valueAt(document, ['paths', '/a', method, 'parameters']) as JsonObject[]).map(({ name, required }) => [
      name,
      required,
    ]);
  expect(names('get')).toEqual([
    ['a', undefined],
    ['b', undefined],
  ]);
  expect(names('put')).toEqual([['b', true]]);
  expect(valueAt(document, ['paths', '/a', 'get', 'security'])).toEqual([{ key: [] }]);
  expect(valueAt(document, ['paths', '/a', 'put', 'security'])).toEqual([]);
  expect(valueAt(document, ['paths', '/a', 'parameters'])).toBeUndefined();
});

describe('knows where it was written', () => {
  it.each([
    [
      'what was merged',
      { allOf: [{ properties: { x: { type: 'string' } } }, { $ref: '#/components/schemas/Base' }] },
      ['properties', 'a', 'maxLength'],
      '#/components/schemas/Base/properties/a/maxLength',
    ],
    ['a constant', { const: 'a' }, ['enum'], `${pointer(AT)}/const`],
    [
      'what was beside null',
      { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
      ['maxLength'],
      `${pointer(AT)}/anyOf/0/maxLength`,
    ],
    [
      'what stays where it is',
      { properties: { a: { items: { minimum: 1 } } } },
      ['properties', 'a', 'items', 'minimum'],
      `${pointer(AT)}/properties/a/items/minimum`,
    ],
  ])('%s', (_name, schema, path, written) => {
    const { originOf } = canonical(contract(schema));
    expect(originOf([...AT, ...path])).toEqual(pathOf(written));
  });

  it('what was shared', () => {
    const { originOf } = canonical({
      openapi: '3.1.0',
      security: [{ key: [] }],
      paths: { '/a': { parameters: [{ name: 'b', in: 'query', schema: { type: 'string' } }], get: {} } },
    });
    expect(originOf(['paths', '/a', 'get', 'parameters', '0', 'schema', 'type'])).toEqual([
      'paths',
      '/a',
      'parameters',
      '0',
      'schema',
      'type',
    ]);
    expect(originOf(['paths', '/a', 'get', 'security', '0'])).toEqual(['security', '0']);
  });
});

/** How many objects there are in a value, each counted once. */
function objectsIn(value: unknown): number {
  const found = new Set<object>();
  const open = [value];
  for (const next of open) {
    if (typeof next !== 'object' || next === null || found.has(next)) continue;
    found.add(next);
    open.push(...Object.values(next));
  }
  return found.size;
}

/** Builds the object from entries, because one with a `then` would be taken for a promise. */
function when(value: number, minimum: number): object {
  return Object.fromEntries([
    ['if', { const: value }],
    ['then', { minimum }],
  ]);
}

function pointer(path: Path): string {
  return `#/${path.map((key) => key.replaceAll('/', '~1')).join('/')}`;
}
