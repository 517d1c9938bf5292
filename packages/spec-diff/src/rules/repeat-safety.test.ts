import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { repeatSafety } from './repeat-safety.js';

const changed = (before: boolean | undefined, after: boolean | undefined) =>
  repeatSafety.judge(
    fact({
      ...{ node: 'Operation', keyword: 'x-repeat-safe' },
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }),
  );

it('minds that repeating is no longer safe, said or left out', () => {
  expect(changed(true, false)).toMatchObject({ level: 'breaking' });
  expect(changed(true, undefined)).toMatchObject({ level: 'breaking' });
});

it('does not mind that it is safe now', () => {
  expect(changed(false, true)).toMatchObject({ level: 'additive' });
  expect(changed(undefined, true)).toMatchObject({ level: 'additive' });
});

it('takes for a word what was so before', () => {
  expect(changed(undefined, false)).toMatchObject({ level: 'docs' });
});
