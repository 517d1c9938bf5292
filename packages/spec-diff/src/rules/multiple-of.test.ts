import { expect, it } from 'vitest';
import { fact, use } from './fact-for-tests.js';
import { multipleOf } from './multiple-of.js';

const level = (before: number, after: number, direction: 'request' | 'response') =>
  multipleOf.judge(fact({ keyword: 'multipleOf', before, after, uses: [use(direction)] }));

it('calculates', () => {
  expect(level(10, 5, 'request')).toMatchObject({ level: 'additive' });
  expect(level(5, 10, 'request')).toMatchObject({ level: 'breaking' });
  expect(level(10, 5, 'response')).toMatchObject({ level: 'breaking' });
  expect(level(5, 7, 'response')).toMatchObject({
    level: 'breaking',
    message: 'Numbers were multiples of `5`, and are multiples of `7` now.',
  });
});

it('leaves its coming and going to others', () => {
  expect(multipleOf.judge(fact({ keyword: 'multipleOf', before: 5 }))).toBeUndefined();
});
