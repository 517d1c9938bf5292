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
  expect(renderOperations(contract)).toBe(`export const operations = {
  getCrawl: { method: 'GET', path: '/v2/crawl/{id}', repeatSafe: true },
  cancelCrawl: { method: 'DELETE', path: '/v2/crawl/{id}', repeatSafe: false },
  startCrawl: { method: 'POST', path: '/v2/crawl', repeatSafe: false },
} as const;
`);
});
