import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { requestBody } from './request-body.js';

const added = (required: boolean) =>
  fact({ node: 'RequestBody', kind: 'added', at: 'requestBody', after: { required } });

it('minds a new body that has to be sent, and no other', () => {
  expect(requestBody.judge(added(true))).toEqual({ level: 'breaking', message: 'A body has to be sent now.' });
  expect(requestBody.judge(added(false))).toEqual({ level: 'additive', message: 'A body may be sent now.' });
});
