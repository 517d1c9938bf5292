import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { SAID_ELSEWHERE } from './rule.js';
import { serialization } from './serialization.js';

const changed = (before: string, after: string) =>
  serialization.judge(
    fact({
      ...{ node: 'Parameter', keyword: 'style', before: 'form', after: 'simple' },
      around: { before: [{ in: before }], after: [{ in: after }] },
    }),
  );

it('says nothing of what follows from another place', () => {
  expect(changed('query', 'header')).toBe(SAID_ELSEWHERE);
});

it('leaves another style at the same place to Redocly', () => {
  expect(changed('query', 'query')).toBeUndefined();
});
