import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { openSet } from './open-set.js';

const changed = (before: string[], after: string[]) => fact({ keyword: 'x-extensible-enum', before, after });

it('says which values came and went, and minds neither', () => {
  expect(openSet.judge(changed(['a', 'b'], ['b', 'c', 'd']))).toEqual({
    level: 'additive',
    message: 'The known values of an open set gained `c` and `d` and lost `a`.',
  });
});

it('takes another order for wording', () => {
  expect(openSet.judge(changed(['a', 'b'], ['b', 'a']))).toMatchObject({ level: 'docs' });
});

it('leaves closed sets to Redocly, unless they are declared open as well', () => {
  const open = [{ 'x-extensible-enum': ['a'] }];
  expect(openSet.judge(fact({ keyword: 'enum', before: ['a'], after: ['a', 'b'] }))).toBeUndefined();
  const both = fact({ keyword: 'enum', before: ['a'], after: ['a', 'b'], around: { before: open, after: open } });
  expect(openSet.judge(both)).toMatchObject({ level: 'additive' });
});
