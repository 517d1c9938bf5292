import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { pathName } from './path-name.js';
import { SAID_ELSEWHERE } from './rule.js';

const renamed = (before: string, after: string) =>
  fact({ node: 'PathItem', keyword: 'key', at: 'paths/x', before, after });

it('minds another name of a part of a path', () => {
  expect(pathName.judge(renamed('/jobs/{id}', '/jobs/{jobId}'))).toEqual({
    level: 'breaking',
    message: 'A parameter of the path changed its name: `/jobs/{id}` is `/jobs/{jobId}` now.',
  });
});

it('leaves another path to Redocly', () => {
  expect(pathName.judge(renamed('/jobs/{id}', '/work/{id}'))).toBeUndefined();
});

it('does not say twice what the parameter itself says', () => {
  const around = { before: [{ in: 'path', name: 'id' }] };
  const parameter = fact({ node: 'Parameter', keyword: 'name', before: 'id', after: 'jobId', around });
  expect(pathName.judge(parameter)).toBe(SAID_ELSEWHERE);
});
