import { expect, it } from 'vitest';
import { evidence } from './evidence.js';
import { fact } from './fact-for-tests.js';

it('says in which direction the evidence turned, and takes it for a word', () => {
  expect(evidence.judge(fact({ keyword: 'x-evidence', before: 'observed', after: 'documented' }))).toEqual({
    level: 'docs',
    message: 'Evidence turned from observed to documented: it is promised now.',
  });
  expect(evidence.judge(fact({ keyword: 'x-evidence', before: 'documented', after: 'observed' }))).toMatchObject({
    level: 'docs',
    message: expect.stringContaining('promised no longer'),
  });
});
