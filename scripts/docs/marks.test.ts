import { expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import { marksOf } from './marks.js';

const limit = { type: 'integer', maximum: 10 };
const contract = contractWith({ schemas: { Things: { properties: { limit } } } });
const place = ['components', 'schemas', 'Things', 'properties', 'limit'];

it('marks a change at the innermost field around its place, and what an operation has lost at the operation', () => {
  const operation = { operationId: 'listThings' };
  contract.paths['/v2/things'] = { get: operation };
  const marks = marksOf(contract, [
    { message: 'The limit is 10.', operations: ['GET /v2/things'], places: { after: [...place, 'maximum'] } },
    { message: 'A field is gone.', operations: ['GET /v2/things'], places: { after: undefined } },
  ]);
  expect(marks.get(limit)).toEqual(['The limit is 10.']);
  expect(marks.get(operation)).toEqual(['The limit is 10.', 'A field is gone.']);
});
