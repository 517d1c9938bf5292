import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { lifetime } from './lifetime.js';

const changed = (before: number | undefined, after: number | undefined) =>
  lifetime.judge(
    fact({
      keyword: 'x-expires-after-ms',
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }),
  );

it('minds a shorter life, and a first end', () => {
  expect(changed(2000, 1000)).toEqual({ level: 'breaking', message: 'Its URLs live for `1000` ms; it was `2000`.' });
  expect(changed(undefined, 1000)).toMatchObject({ level: 'breaking' });
});

it('does not mind a longer one', () => {
  expect(changed(1000, 2000)).toMatchObject({ level: 'additive' });
  expect(changed(1000, undefined)).toMatchObject({ level: 'additive' });
});
