import { expect, it } from 'vitest';
import { contains } from './contains.js';
import { fact, use } from './fact-for-tests.js';

it('weighs both bounds by the direction', () => {
  const level = (keyword: string, before: number, after: number, direction: 'request' | 'response') =>
    contains.judge(fact({ keyword, before, after, uses: [use(direction)] }));
  expect(level('minContains', 1, 2, 'request')).toMatchObject({ level: 'breaking', uses: [use('request')] });
  expect(level('minContains', 1, 2, 'response')).toMatchObject({ level: 'additive' });
  expect(level('maxContains', 1, 2, 'request')).toMatchObject({ level: 'additive' });
  expect(level('maxContains', 1, 2, 'response')).toMatchObject({
    level: 'breaking',
    message: '`maxContains` went from `1` to `2`.',
  });
});

it('leaves other bounds to others', () => {
  expect(contains.judge(fact({ keyword: 'minItems', before: 1, after: 2 }))).toBeUndefined();
});
