import { expect, it } from 'vitest';
import { fact, use } from './fact-for-tests.js';
import { keyless, securityRequirement } from './security.js';

it('has a word for calls that need a key now', () => {
  expect(keyless.judge(fact({ node: 'SecurityRequirement', kind: 'removed', before: {} }))).toEqual({
    level: 'breaking',
    message: 'Calls without a key are no longer taken.',
  });
});

it('minds a key that is taken no longer, unless another way asks for no more', () => {
  const removed = { node: 'SecurityRequirement', kind: 'removed' as const, before: { key: [] } };
  expect(keyless.judge(fact(removed))).toBeUndefined();
  expect(securityRequirement.judge(fact(removed))).toMatchObject({ level: 'breaking' });
  const covered = { ...use('none'), isCovered: true };
  expect(securityRequirement.judge(fact({ ...removed, uses: [covered] }))).toBeUndefined();
});
