import { expect, it } from 'vitest';
import type { Direction } from '../uses.js';
import { fact, use } from './fact-for-tests.js';
import { openSet } from './open-set.js';

const changed = (before: string[], after: string[], direction: Direction = 'response') =>
  fact({ keyword: 'x-extensible-enum', before, after, uses: [use(direction)] });

it('minds that a request may have a value no longer', () => {
  expect(openSet.judge(changed(['a', 'b'], ['b'], 'request'))).toMatchObject({ level: 'breaking' });
  expect(openSet.judge(changed(['a'], ['a', 'b'], 'request'))).toMatchObject({ level: 'additive' });
});

it('says which values of an answer came and went, and minds neither', () => {
  expect(openSet.judge(changed(['a', 'b'], ['b', 'c', 'd']))).toEqual({
    level: 'additive',
    message: 'The known values of an open set gained `c` and `d` and lost `a`.',
  });
});

it('takes another order for wording', () => {
  expect(openSet.judge(changed(['a', 'b'], ['b', 'a']))).toMatchObject({ level: 'docs' });
});

it('leaves closed sets to others, unless they are declared open as well', () => {
  const open = [{ 'x-extensible-enum': ['a'] }];
  expect(openSet.judge(fact({ keyword: 'enum', before: ['a'], after: ['a', 'b'] }))).toBeUndefined();
  const both = fact({ keyword: 'enum', before: ['a'], after: ['a', 'b'], around: { before: open, after: open } });
  expect(openSet.judge(both)).toMatchObject({ level: 'additive' });
});
