import { expect, it } from 'vitest';
import { parseContract } from './contract.js';
import { renderOperations } from './operations.js';

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

export const getCrawl: Operation<'getCrawl'> = [true, 'GET', '/v2/crawl/{id}', 'crawls.get', 'getCrawl'];

export const cancelCrawl: Operation<'cancelCrawl'> = [false, 'DELETE', '/v2/crawl/{id}', 'crawls.cancel', 'cancelCrawl'];

export const startCrawl: Operation<'startCrawl'> = [false, 'POST', '/v2/crawl', 'crawls.start', 'startCrawl'];
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
  expect(renderOperations(contract)).toContain("'search', 'searchWeb', { query: [0, 500, ''] }];");
});
