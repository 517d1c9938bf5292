import { describe, expect, it } from 'vitest';
import { writeBounds } from './bounds.js';
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
  const { byOperation } = writeBounds(contractWith({ type: 'object', properties: { it: field } }, schemas));
  return /^\{ fields: \{ it: (.*) \} \}$/.exec(byOperation.get('call') ?? '')?.[1];
}

it('is written by operation, without those that bound nothing', () => {
  const contract = contractWith({ properties: { name: { maxLength: 5 } } });
  expect([...writeBounds(contract).byOperation]).toEqual([
    ['call', "{ fields: { name: { kind: 'string', max: 5 } } }"],
  ]);
  expect(writeBounds(contractWith({ properties: { name: { type: 'string' } } })).byOperation.size).toBe(0);
});

describe('a bound', () => {
  it.each([
    [{ type: 'string', minLength: 1, maxLength: 500 }, "{ kind: 'string', min: 1, max: 500 }"],
    [{ type: 'integer', minimum: 0, maximum: 100 }, "{ kind: 'number', min: 0, max: 100 }"],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 60 }, "{ kind: 'number', above: 0, max: 60 }"],
    [{ type: 'number', exclusiveMinimum: 0 }, "{ kind: 'number', above: 0 }"],
    [{ type: 'array', minItems: 1, maxItems: 50 }, "{ kind: 'list', min: 1, max: 50 }"],
    [{ type: 'array', items: { maxLength: 80 } }, "{ kind: 'list', items: { kind: 'string', max: 80 } }"],
    [
      { type: 'object', properties: { in: { minimum: 1 }, beside: { type: 'string' } } },
      "{ fields: { in: { kind: 'number', min: 1 } } }",
    ],
    [{ $ref: '#/components/schemas/Name' }, "{ kind: 'string', max: 128 }"],
    [{ $ref: '#/components/schemas/Name', minLength: 1 }, "{ kind: 'string', min: 1, max: 128 }"],
  ])('of %j is %s', (field, bounds) => {
    expect(boundsOf(field, { Name: { type: 'string', maxLength: 128 } })).toBe(bounds);
  });

  it('of a JSON Schema says that it is one, wherever the contract refers to it', () => {
    const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = {
      JsonSchema: { type: 'object' },
      DataSchema: { ...$ref('JsonSchema'), description: 'a' },
      OptionalSchema: { anyOf: [$ref('DataSchema'), { type: 'null' }] },
    };
    for (const name of Object.keys(schemas)) expect(boundsOf($ref(name), schemas)).toBe("{ kind: 'schema' }");
    const format = { properties: { type: { const: 'json' }, schema: $ref('OptionalSchema') } };
    expect(boundsOf(format, schemas)).toBe("{ fields: { schema: { kind: 'schema' } } }");
  });

  it.each([[{ type: 'string' }], [true], [{ type: 'array', items: true }], [{ properties: { open: {} } }]])(
    'is not made up for %j',
    (field) => expect(boundsOf(field)).toBeUndefined(),
  );
});

describe('of parts that all have to fit', () => {
  it('the narrower bound counts, and any part may bring one', () => {
    const field = { maximum: 10, allOf: [{ minimum: 0, maximum: 5 }, { minimum: 1 }] };
    expect(boundsOf(field)).toBe("{ kind: 'number', min: 1, max: 5 }");
  });

  it('a minimum that a number has to pass is narrower than the same one that it may have', () => {
    expect(boundsOf({ minimum: 0, allOf: [{ exclusiveMinimum: 0 }] })).toBe("{ kind: 'number', above: 0 }");
    expect(boundsOf({ exclusiveMinimum: 0, allOf: [{ minimum: 1 }] })).toBe("{ kind: 'number', min: 1 }");
  });

  it('fields come together, and so do items', () => {
    const fields = [{ a: { minimum: 1 } }, { a: { maximum: 2 }, b: { maximum: 3 } }];
    const items = [{ minimum: 1 }, { maximum: 4 }];
    expect(boundsOf({ allOf: fields.map((properties) => ({ properties })) })).toBe(
      "{ fields: { a: { kind: 'number', min: 1, max: 2 }, b: { kind: 'number', max: 3 } } }",
    );
    expect(boundsOf({ allOf: items.map((item) => ({ items: item })) })).toBe(
      "{ kind: 'list', items: { kind: 'number', min: 1, max: 4 } }",
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
    ).toBe("{ kind: 'number', min: 0, max: 5 }");
  });

  it('a minimum that a number may have is wider than the same one that it has to pass', () => {
    expect(boundsOf({ [keyword]: [{ exclusiveMinimum: 0 }, { minimum: 0 }] })).toBe("{ kind: 'number', min: 0 }");
    expect(boundsOf({ [keyword]: [{ exclusiveMinimum: 0 }, { minimum: 1 }] })).toBe("{ kind: 'number', above: 0 }");
  });

  it('none counts if one of them has none', () => {
    expect(boundsOf({ [keyword]: [{ minimum: 1, maxLength: 5 }, { type: 'integer' }] })).toBeUndefined();
  });

  it('none counts for values of several kinds', () => {
    const [text, list] = [
      { type: 'string', maxLength: 5 },
      { type: 'array', maxItems: 5, items: { maximum: 1 } },
    ];
    expect(boundsOf({ [keyword]: [text, list] })).toBeUndefined();
    expect(boundsOf({ [keyword]: [list, { type: 'string' }] })).toBeUndefined();
  });

  it('a name or an object of that type is a choice, and a field is bounded by those that have it', () => {
    const pdf = { properties: { type: {}, maxPages: { maximum: 10 } } };
    expect(boundsOf({ [keyword]: [{ type: 'string' }, pdf, { properties: { type: {} } }] })).toBe(
      "{ kind: 'choice', fields: { maxPages: { kind: 'number', max: 10 } } }",
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
    expect(boundsOf(field)).toBe("{ kind: 'string', max: 10 }");
  });
});

it('is that of the query where there is no body', () => {
  const parameters = [
    { in: 'query', name: 'k', schema: { type: 'integer', maximum: 100 } },
    { in: 'path', name: 'id', schema: { type: 'string', minLength: 1 } },
    { $ref: '#/components/parameters/Text' },
  ];
  const Text = { in: 'query', name: 'text', schema: { type: 'string', minLength: 1 } };
  const contract = parseContract(
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/call': { get: { operationId: 'look', parameters } } },
      components: { parameters: { Text } },
    }),
    'openapi/v2.yaml',
  );
  expect(writeBounds(contract).byOperation.get('look')).toBe(
    "{ fields: { k: { kind: 'number', max: 100 }, text: { kind: 'string', min: 1 } } }",
  );
});

it('writes equal parts once, those inside before those around them', () => {
  const size = { properties: { width: { minimum: 1 }, height: { minimum: 1 } } };
  const shot = { properties: { quality: { minimum: 1, maximum: 100 }, viewport: size } };
  const { sharedText, byOperation } = writeBounds(
    contractWith({ properties: { first: shot, second: shot, third: size } }),
  );
  expect(
    sharedText,
  ).toBe(`const bounds1: Bounds = { fields: { width: { kind: 'number', min: 1 }, height: { kind: 'number', min: 1 } } };

const bounds2: Bounds = { fields: { quality: { kind: 'number', min: 1, max: 100 }, viewport: bounds1 } };

`);
  expect(byOperation.get('call')).toBe('{ fields: { first: bounds2, second: bounds2, third: bounds1 } }');
});

it('gives no name of its own to what stands only in a part that is written once', () => {
  const shot = { properties: { viewport: { properties: { width: { minimum: 1 }, height: { minimum: 1 } } } } };
  const { sharedText } = writeBounds(contractWith({ properties: { first: shot, second: shot } }));
  expect(sharedText).toBe(
    `const bounds1: Bounds = { fields: { viewport: { fields: { width: { kind: 'number', min: 1 }, height: { kind: 'number', min: 1 } } } } };\n\n`,
  );
});
