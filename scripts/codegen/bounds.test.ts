import { describe, expect, it } from 'vitest';
import { renderBounds } from './bounds.js';
import { parseContract } from './contract.js';

const contractWith = (schema: unknown, schemas: object = {}) =>
  parseContract(
    JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/call': {
          post: { operationId: 'call', requestBody: { content: { 'application/json': { schema } } } },
          get: { operationId: 'look' },
        },
      },
      components: { schemas },
    }),
    'openapi/v2.yaml',
  );

/** The bounds of the field `it` of a request, as they are written. */
function boundsOf(field: unknown, schemas?: object): string | undefined {
  const source = renderBounds(contractWith({ type: 'object', properties: { it: field } }, schemas));
  return /^ {2}call: \{ fields: \{ it: (.*) \} \},$/m.exec(source)?.[1];
}

it('writes a table by operation, without those that bound nothing', () => {
  const contract = contractWith({ properties: { name: { maxLength: 5 } } });
  expect(renderBounds(contract)).toBe(`import type { Bounds } from '../resources/bounds.js';

export const bounds: { readonly [operation: string]: Bounds } = {
  call: { fields: { name: { most: 5 } } },
};
`);
  expect(renderBounds(contractWith({ properties: { name: { type: 'string' } } }))).toMatch(/ = \{\n\};\n$/);
});

describe('a bound', () => {
  it.each([
    [{ type: 'string', minLength: 1, maxLength: 500 }, '{ least: 1, most: 500 }'],
    [{ type: 'integer', minimum: 0, maximum: 100 }, '{ least: 0, most: 100 }'],
    [{ type: 'array', minItems: 1, maxItems: 50 }, '{ least: 1, most: 50 }'],
    [{ type: 'array', items: { maxLength: 80 } }, '{ items: { most: 80 } }'],
    [
      { type: 'object', properties: { in: { minimum: 1 }, beside: { type: 'string' } } },
      '{ fields: { in: { least: 1 } } }',
    ],
    [{ $ref: '#/components/schemas/Name' }, '{ most: 128 }'],
    [{ $ref: '#/components/schemas/Name', minLength: 1 }, '{ least: 1, most: 128 }'],
  ])('of %j is %s', (field, bounds) => {
    expect(boundsOf(field, { Name: { type: 'string', maxLength: 128 } })).toBe(bounds);
  });

  it.each([[{ type: 'string' }], [true], [{ type: 'array', items: true }], [{ properties: { open: {} } }]])(
    'is not made up for %j',
    (field) => expect(boundsOf(field)).toBeUndefined(),
  );
});

describe('of parts that all have to fit', () => {
  it('the narrower bound counts, and any part may bring one', () => {
    const field = { maximum: 10, allOf: [{ minimum: 0, maximum: 5 }, { minimum: 1 }] };
    expect(boundsOf(field)).toBe('{ least: 1, most: 5 }');
  });

  it('fields and items come together', () => {
    const allOf = [
      { properties: { a: { minimum: 1 } }, items: { minimum: 1 } },
      { properties: { a: { maximum: 2 }, b: { maximum: 3 } }, items: { maximum: 4 } },
    ];
    expect(boundsOf({ allOf })).toBe(
      '{ fields: { a: { least: 1, most: 2 }, b: { most: 3 } }, items: { least: 1, most: 4 } }',
    );
  });
});

describe.each(['anyOf', 'oneOf'])('of alternatives in %s', (keyword) => {
  it('the wider bound counts', () => {
    expect(
      boundsOf({
        [keyword]: [
          { minimum: 1, maximum: 5 },
          { minimum: 0, maximum: 3 },
        ],
      }),
    ).toBe('{ least: 0, most: 5 }');
  });

  it('none counts if one of them has none', () => {
    expect(boundsOf({ [keyword]: [{ minimum: 1, maxLength: 5 }, { type: 'integer' }] })).toBeUndefined();
  });

  it('a field is bounded by those that have it', () => {
    const pdf = { properties: { type: {}, maxPages: { maximum: 10 } } };
    expect(boundsOf({ [keyword]: [{ type: 'string' }, pdf, { properties: { type: {} } }] })).toBe(
      '{ fields: { maxPages: { most: 10 } } }',
    );
  });

  it('a field is not bounded if one of them leaves it open', () => {
    const bounded = { properties: { text: { maxLength: 10 } }, items: { maxLength: 10 } };
    const open = { properties: { text: { type: 'string' } }, items: { type: 'string' } };
    expect(boundsOf({ [keyword]: [bounded, open] })).toBeUndefined();
    expect(boundsOf({ [keyword]: [open, bounded] })).toBeUndefined();
  });

  it('bounds beside them hold for each', () => {
    const field = { maxLength: 10, [keyword]: [{ type: 'string' }, { type: 'string', maxLength: 20 }] };
    expect(boundsOf(field)).toBe('{ most: 10 }');
  });
});

it('writes equal parts once, those inside before those around them', () => {
  const size = { properties: { width: { minimum: 1 }, height: { minimum: 1 } } };
  const shot = { properties: { quality: { minimum: 1, maximum: 100 }, viewport: size } };
  const source = renderBounds(contractWith({ properties: { first: shot, second: shot, third: size } }));
  expect(source).toBe(`import type { Bounds } from '../resources/bounds.js';

const shared1: Bounds = { fields: { width: { least: 1 }, height: { least: 1 } } };

const shared2: Bounds = { fields: { quality: { least: 1, most: 100 }, viewport: shared1 } };

export const bounds: { readonly [operation: string]: Bounds } = {
  call: { fields: { first: shared2, second: shared2, third: shared1 } },
};
`);
});
