import { expect, it } from 'vitest';
import { dependentRequired } from './dependent-required.js';
import { fact } from './fact-for-tests.js';

const changed = (before: string[] | undefined, after: string[] | undefined) =>
  fact({
    ...{ node: 'DependentRequired', keyword: 'a' },
    ...(before && { before }),
    ...(after && { after }),
  });

it('minds in requests what is needed beside a field', () => {
  expect(dependentRequired.judge(changed(['b'], ['b', 'c']))).toMatchObject({
    level: 'breaking',
    message: '`a` now needs `b` and `c` beside it.',
  });
  expect(dependentRequired.judge(changed(undefined, ['b']))).toMatchObject({ level: 'breaking' });
});

it('lets go what is needed no longer', () => {
  expect(dependentRequired.judge(changed(['b'], undefined))).toMatchObject({
    level: 'additive',
    message: '`a` now needs no other field beside it.',
  });
});
