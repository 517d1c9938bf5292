import { expect, it } from 'vitest';
import { withAcceptances } from './acceptance.js';
import { change } from './report/report-for-tests.js';
import { plainText } from './text.js';

const TODAY = '2030-06-01';
const acceptance = { rule: 'default-changed', reason: 'Agreed.', until: '2030-12-31' };

const remarks = (...entries: Parameters<typeof withAcceptances>[1]) =>
  withAcceptances([change()], entries, TODAY).remarks.map(plainText);

it('says nothing of an acceptance that holds', () => {
  expect(remarks(acceptance)).toEqual([]);
});

it('says that one has lapsed whose change counts again', () => {
  expect(remarks({ ...acceptance, operation: 'POST /v2/search', until: '2030-05-31' })).toEqual([
    '`default-changed` of POST /v2/search was accepted until 2030-05-31, and counts again.',
  ]);
});

it('names in one line those that no change fits, lapsed or not', () => {
  const others = [
    { ...acceptance, rule: 'path-removed' },
    { ...acceptance, about: 'cursor', until: '2030-05-31' },
  ];
  expect(remarks(acceptance, ...others)).toEqual([
    'Accepted, and found in no change: `path-removed`, `default-changed` about `cursor`.',
  ]);
});
