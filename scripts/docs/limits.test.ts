import { expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import { limitRows } from './limits.js';

const pointer = '#/components/schemas/Thing/properties/size';

it.each([
  [{ maxLength: 500 }, ['maxLength'], 'character', 'at most 500 characters'],
  [{ minLength: 1, maxLength: 128 }, ['minLength', 'maxLength'], 'character', '1 to 128 characters'],
  [{ minimum: 1, maximum: 10_000 }, ['minimum', 'maximum'], undefined, '1 to 10,000'],
  [{ minimum: 1, maximum: 100, default: 10 }, ['minimum', 'maximum', 'default'], undefined, '1 to 100; 10 by default'],
  [{ default: 60_000 }, ['default'], 'ms', '60,000 ms (1 minute) by default'],
  [{ maxItems: 1000 }, ['maxItems'], 'item', 'at most 1,000 items'],
  [{ 'x-expires-after-ms': 3_600_000 }, ['x-expires-after-ms'], undefined, 'expires after 1 hour'],
  [
    { default: 172_800_000, 'x-default-in-lockdown': 63_072_000_000 },
    ['default', 'x-default-in-lockdown'],
    'ms',
    '172,800,000 ms (2 days) by default; 63,072,000,000 ms (2 years) with `lockdown`',
  ],
] as const)('says %j in words', (size, keywords, unit, words) => {
  const contract = contractWith({ schemas: { Thing: { properties: { size } } } });
  const limit = { what: 'Size', pointer, keywords: [...keywords], ...(unit && { unit }) };
  expect(limitRows(contract, [limit])).toEqual([['Size', words]]);
});

it('follows a reference', () => {
  const contract = contractWith({
    schemas: { Thing: { properties: { size: { $ref: '#/components/schemas/Size' } } }, Size: { maxItems: 3 } },
  });
  expect(limitRows(contract, [{ what: 'Size', pointer, keywords: ['maxItems'], unit: 'item' }])).toEqual([
    ['Size', 'at most 3 items'],
  ]);
});

it('names a place where nothing stands, and a bound that is not there', () => {
  const rows = (properties: object) => () =>
    limitRows(contractWith({ schemas: { Thing: { properties: properties as never } } }), [
      { what: 'Size', pointer, keywords: ['maximum'] },
    ]);
  expect(rows({})).toThrow(
    `${pointer}: the table of limits shows 'Size', but nothing stands here. Mend scripts/docs/limits.ts.`,
  );
  expect(rows({ size: { minimum: 1 } })).toThrow("shows 'Size', but it has no maximum.");
});
