import { expect, it } from 'vitest';
import { defaultValue } from './default-value.js';
import { fact, use } from './fact-for-tests.js';

it('minds another default, and none, in requests', () => {
  expect(defaultValue.judge(fact({ keyword: 'default', before: 5, after: 10 }))).toEqual({
    level: 'breaking',
    message: 'The default went from `5` to `10`.',
    uses: [use('request')],
  });
  expect(defaultValue.judge(fact({ keyword: 'default', before: 5 }))).toMatchObject({ level: 'breaking' });
});

it('takes a first default for a promise more', () => {
  expect(defaultValue.judge(fact({ keyword: 'default', after: 5 }))).toMatchObject({ level: 'additive' });
});

it('takes a default in an answer for a word', () => {
  const uses = [use('response')];
  expect(defaultValue.judge(fact({ keyword: 'default', before: 5, after: 10, uses }))).toMatchObject({ level: 'docs' });
});

it('knows the default in lockdown', () => {
  expect(defaultValue.judge(fact({ keyword: 'x-default-in-lockdown', before: 5, after: 10 }))).toMatchObject({
    message: 'The default in lockdown went from `5` to `10`.',
  });
});
