import { describe, expect, it } from 'vitest';
import { innerSchemas, keysOf, operationsOf, placeOf, pointerOf, resolve, resolveSchema, valueAt } from './walk.mjs';

const contract = {
  paths: {
    '/b': {
      summary: 'Shared by all operations of the path.',
      parameters: [],
      post: { operationId: 'makeB' },
      get: { operationId: 'getB' },
    },
    '/a/{id}': { put: { operationId: 'putA' }, post: { operationId: 'sendA' } },
  },
  webhooks: { told: { post: { operationId: 'onTold' } } },
  components: {
    schemas: {
      First: { $ref: '#/components/schemas/Second', description: 'First.' },
      Second: { type: 'string', description: 'Second.', title: 'Two' },
      'A/B~C %': { type: 'object' },
      Egg: { $ref: '#/components/schemas/Hen' },
      Hen: { $ref: '#/components/schemas/Egg' },
    },
  },
};

describe('operations', () => {
  it('come path by path, and are nothing but operations', () => {
    expect(operationsOf(contract).map(({ name, method, path }) => [name, method, path])).toEqual([
      ['getB', 'get', '/b'],
      ['makeB', 'post', '/b'],
      ['putA', 'put', '/a/{id}'],
      ['sendA', 'post', '/a/{id}'],
    ]);
  });

  it('come as they stand in the contract, with their keys', () => {
    for (const { keys, operation } of operationsOf(contract)) expect(valueAt(contract, keys)).toBe(operation);
  });

  it('are those of webhooks, too', () => {
    expect(operationsOf(contract, 'webhooks').map(({ name, path }) => [name, path])).toEqual([['onTold', 'told']]);
  });

  it('are none where there are no paths', () => {
    expect(operationsOf({})).toEqual([]);
  });
});

describe('pointers', () => {
  it('escape the keys that they lead through', () => {
    const keys = ['components', 'schemas', 'A/B~C %'];
    expect(pointerOf(keys)).toBe('#/components/schemas/A~1B~0C %');
    expect(keysOf(encodeURI(pointerOf(keys)))).toEqual(keys);
  });

  it('are percent-encoded only where they are part of a URI', () => {
    expect(keysOf('#/a%20b')).toEqual(['a b']);
    expect(keysOf('/100%')).toEqual(['100%']);
  });

  it('lead to the root without keys', () => {
    expect(valueAt(contract, keysOf('#'))).toBe(contract);
  });

  it('lead nowhere through what only every object has', () => {
    expect(valueAt(contract, ['paths', 'constructor'])).toBeUndefined();
  });

  it('may begin with the name of the contract', () => {
    expect(keysOf('contract:v2#/components/schemas/First')).toEqual(['components', 'schemas', 'First']);
  });
});

describe('what a reference leads to', () => {
  const $ref = '#/components/schemas/First';

  it('is at the end of all references', () => {
    expect(resolve(contract, { $ref })).toBe(contract.components.schemas.Second);
    expect(placeOf(contract, keysOf($ref))).toEqual(['components', 'schemas', 'Second']);
  });

  it('is a schema with the keywords beside the references, which win', () => {
    expect(resolveSchema(contract, { $ref })).toEqual({ type: 'string', description: 'First.', title: 'Two' });
    expect(resolveSchema(contract, { $ref, title: 'Mine' })).toMatchObject({ description: 'First.', title: 'Mine' });
  });

  it('is the part itself when there is none', () => {
    const part = { type: 'object' };
    expect(resolve(contract, part)).toBe(part);
    expect(resolveSchema(contract, part)).toBe(part);
  });

  it('is not looked for when a field is called $ref', () => {
    const properties = { $ref: { type: 'string' } };
    expect(resolve(contract, properties)).toBe(properties);
  });

  it.each([
    ['a place that does not exist', '#/components/schemas/Gone'],
    ['a circle', '#/components/schemas/Egg'],
  ])('is refused for %s', (_name, target) => {
    expect(() => resolve(contract, { $ref: target })).toThrow(target);
    expect(placeOf(contract, keysOf(target))).toBeUndefined();
  });
});

it('finds every schema that is written inside another', () => {
  const schema = {
    properties: { default: { type: 'string' }, list: { type: 'array' } },
    items: {},
    anyOf: [{}, {}],
    not: {},
    default: { properties: {} },
  };
  expect(innerSchemas(schema).map(pointerOf)).toEqual([
    '#/items',
    '#/not',
    '#/anyOf/0',
    '#/anyOf/1',
    '#/properties/default',
    '#/properties/list',
  ]);
});
