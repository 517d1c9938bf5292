import { expect, it } from 'vitest';
import { errorStatus } from './error-status.js';
import { fact } from './fact-for-tests.js';

it.each(['404', '5XX', 'default'])('does not mind that %s is no longer announced', (status) => {
  expect(errorStatus.judge(fact({ node: 'Response', kind: 'removed', at: `responses/${status}` }))).toMatchObject({
    level: 'additive',
  });
});

it.each(['200', '204', '302'])('says nothing of %s', (status) => {
  expect(errorStatus.judge(fact({ node: 'Response', kind: 'removed', at: `responses/${status}` }))).toBeUndefined();
});
