import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { keyless } from './keyless.js';

it('has a word for calls that need a key now', () => {
  expect(keyless.judge(fact({ node: 'SecurityRequirement', kind: 'removed', before: {} }))).toEqual({
    level: 'breaking',
    message: 'Calls without a key are no longer taken.',
  });
});

it('leaves keys of one kind or another to Redocly', () => {
  expect(keyless.judge(fact({ node: 'SecurityRequirement', kind: 'removed', before: { key: [] } }))).toBeUndefined();
});
