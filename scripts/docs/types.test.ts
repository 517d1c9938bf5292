import { expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import type { Schema } from './openapi.js';
import { typeInWords } from './types.js';

it.each<[Schema, string]>([
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer, 1 to 100'],
  [{ type: 'integer', minimum: 0 }, 'integer'],
  [{ type: 'string', maxLength: 10_000 }, 'string, at most 10,000 characters'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, 'array of `a`, `b`'],
  [{ type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 }, 'array of number, 4 items'],
  [{ const: true }, '`true`'],
  [{ oneOf: [{ type: 'string' }, { const: 'x' }] }, 'string'],
  [{ description: 'Free.' }, 'JSON value'],
])('says %j in words', (schema, words) => {
  expect(typeInWords(contractWith({}), schema)).toBe(words);
});
