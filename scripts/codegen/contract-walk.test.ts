import { describe, expect, it } from 'vitest';
import { parseContract } from './contract.js';
import { operationsOf, requestSchema, resolve } from './contract-walk.js';

const contract = parseContract(
  `
openapi: 3.1.0
paths:
  /b:
    summary: Shared by all operations of the path.
    parameters: []
    post:
      operationId: makeB
      requestBody: { content: { application/json: { schema: { type: object } }, text/plain: { schema: { type: string } } } }
    get: { operationId: getB }
  /a:
    put:
      operationId: putA
      requestBody: { $ref: '#/components/requestBodies/Shared' }
    post:
      operationId: sendA
      requestBody: { content: { application/octet-stream: { schema: { type: string } } } }
components:
  requestBodies:
    Shared: { content: { application/json: { schema: { $ref: '#/components/schemas/First' } } } }
  schemas:
    First: { $ref: '#/components/schemas/Second', description: First. }
    Second: { type: string, description: Second., title: Two }
`,
  'openapi/v2.yaml',
);

describe('operations', () => {
  it('come path by path, and are nothing but operations', () => {
    expect(operationsOf(contract).map(({ name, method, path }) => [name, method, path])).toEqual([
      ['getB', 'get', '/b'],
      ['makeB', 'post', '/b'],
      ['putA', 'put', '/a'],
      ['sendA', 'post', '/a'],
    ]);
  });

  it('come as they stand in the contract', () => {
    expect(operationsOf(contract)[0]?.operation).toEqual({ operationId: 'getB' });
  });

  it('are none where there are no paths', () => {
    expect(operationsOf({ openapi: '3.1.0', info: { title: 'T', version: '1' } })).toEqual([]);
  });
});

describe('the schema of a request', () => {
  it.each([
    ['makeB', { type: 'object' }],
    ['putA', { $ref: '#/components/schemas/First' }],
    ['sendA', undefined],
    ['getB', undefined],
  ])('of %s is that of its JSON', (operationId, schema) => {
    const { operation = {} } = operationsOf(contract).find(({ name }) => name === operationId) ?? {};
    expect(requestSchema(contract, operation)).toEqual(schema);
  });
});

describe('what a reference leads to', () => {
  it('is at the end of all references, and the keywords on the way win', () => {
    const $ref = '#/components/schemas/First';
    expect(resolve(contract, { $ref })).toEqual({ type: 'string', description: 'First.', title: 'Two' });
    expect(resolve(contract, { $ref, title: 'Mine' })).toEqual({
      type: 'string',
      description: 'First.',
      title: 'Mine',
    });
  });

  it('is the node itself when there is none', () => {
    const node = { type: 'object' };
    expect(resolve(contract, node)).toBe(node);
  });

  it('is not looked for when a field is called $ref', () => {
    const properties = { $ref: { type: 'string' } };
    expect(resolve(contract, properties)).toBe(properties);
  });
});
