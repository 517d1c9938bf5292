import { expect, it } from 'vitest';
import { operationsOf } from '../../openapi/walk.mjs';
import { parseContract, readContract } from './contract.js';
import { renderOperations } from './operations.js';
import { SDK_METHODS } from './sdk-methods.js';

it('says of each operation where it stands and whether repeating it is safe', () => {
  const contract = parseContract(
    `
openapi: 3.1.0
paths:
  /v2/crawl/{id}:
    get: { operationId: getCrawl, x-repeat-safe: true }
    delete: { operationId: cancelCrawl, x-repeat-safe: false }
  /v2/crawl:
    post: { operationId: startCrawl }
`,
    'openapi/v2.yaml',
  );

  // Without a word of the contract, nothing is safe.
  expect(renderOperations(contract)).toBe(`import type { Operation } from '../contract/operation.js';

export const getCrawl: Operation<'getCrawl'> = {
  method: 'GET',
  repeatSafe: true,
  path: '/v2/crawl/{id}',
  name: 'getCrawl',
  sdkMethod: 'crawls.get',
};

export const cancelCrawl: Operation<'cancelCrawl'> = {
  method: 'DELETE',
  repeatSafe: false,
  path: '/v2/crawl/{id}',
  name: 'cancelCrawl',
  sdkMethod: 'crawls.cancel',
};

export const startCrawl: Operation<'startCrawl'> = {
  method: 'POST',
  repeatSafe: false,
  path: '/v2/crawl',
  name: 'startCrawl',
  sdkMethod: 'crawls.start',
};
`);
});

it('says what the body of an operation is bounded by', () => {
  const contract = parseContract(
    `
openapi: 3.1.0
paths:
  /v2/search:
    post:
      operationId: searchWeb
      requestBody: { content: { application/json: { schema: { properties: { query: { maxLength: 500 } } } } } }
`,
    'openapi/v2.yaml',
  );
  expect(renderOperations(contract)).toMatch(/^import type \{ Bounds \}/);
  expect(renderOperations(contract)).toContain("bounds: { fields: { query: { kind: 'string', max: 500 } } },");
});

it('knows the method of each operation of the contract, and of no other', () => {
  const names = operationsOf(readContract('openapi/v2.yaml')).map(({ name }) => name);
  expect(Object.keys(SDK_METHODS).sort()).toEqual(names.sort());
});
