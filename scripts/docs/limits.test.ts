import { expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import { limitRows } from './limits.js';

const pointer = '#/components/schemas/Thing/properties/size';

it.each([
  [{ maxLength: 500 }, 'at most 500 characters'],
  [{ minLength: 1, maxLength: 128 }, '1 to 128 characters'],
  [{ minimum: 1, maximum: 10_000 }, '1 to 10,000'],
  [{ minimum: 1, maximum: 100, default: 10 }, '1 to 100; 10 by default'],
  [{ maxItems: 1000 }, 'at most 1,000 items'],
  [{ minItems: 1 }, 'at least 1 item'],
  [{ 'x-expires-after-ms': 3_600_000 }, 'expires after 1 hour'],
])('says %j in words', (size, words) => {
  const contract = contractWith({ schemas: { Thing: { properties: { size } } } });
  expect(limitRows(contract, [{ what: 'Size', pointer }])).toEqual([['Size', words]]);
});

it.each([
  [{ default: 60_000 }, '60,000 ms (1 minute) by default'],
  [{ minimum: 1, default: 60_000 }, 'at least 1 ms; 60,000 ms (1 minute) by default'],
  [{ minimum: 1000, maximum: 300_000 }, '1,000 to 300,000 ms (5 minutes)'],
  [
    { default: 172_800_000, 'x-default-in-lockdown': 63_072_000_000 },
    '172,800,000 ms (2 days) by default; 63,072,000,000 ms (2 years) with `lockdown`',
  ],
])('says the milliseconds of %j as durations', (size, words) => {
  const contract = contractWith({ schemas: { Thing: { properties: { size } } } });
  expect(limitRows(contract, [{ what: 'Size', pointer, isDuration: true }])).toEqual([['Size', words]]);
});

it('follows a reference', () => {
  const contract = contractWith({
    schemas: { Thing: { properties: { size: { $ref: '#/components/schemas/Size' } } }, Size: { maxItems: 3 } },
  });
  expect(limitRows(contract, [{ what: 'Size', pointer }])).toEqual([['Size', 'at most 3 items']]);
});

it('names a place where nothing stands, and a field without a limit', () => {
  const rows = (properties: object) => () =>
    limitRows(contractWith({ schemas: { Thing: { properties: properties as never } } }), [{ what: 'Size', pointer }]);
  expect(rows({})).toThrow(
    `${pointer}: the table of limits shows 'Size', but nothing stands here. Mend scripts/docs/limits.ts.`,
  );
  expect(rows({ size: { type: 'integer' } })).toThrow("shows 'Size', but it has neither a bound nor a default.");
});
