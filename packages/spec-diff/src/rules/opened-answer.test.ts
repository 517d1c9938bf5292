import { expect, it } from 'vitest';
import { fact, use } from './fact-for-tests.js';
import { openedAnswer } from './opened-answer.js';

it('does not mind that more fields may be there', () => {
  const opened = { keyword: 'additionalProperties', before: false, uses: [use('response')] };
  expect(openedAnswer.judge(fact(opened))).toMatchObject({ level: 'additive' });
});

it('leaves what becomes closed, and what is forbidden, to others', () => {
  expect(openedAnswer.judge(fact({ keyword: 'additionalProperties', after: false }))).toBeUndefined();
  const forbidden = { keyword: 'additionalProperties', before: false, uses: [use('response', -1)] };
  expect(openedAnswer.judge(fact(forbidden))).toBeUndefined();
});
