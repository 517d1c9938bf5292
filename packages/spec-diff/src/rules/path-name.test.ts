import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { pathName } from './path-name.js';

const renamed = (before: string, after: string) =>
  fact({ node: 'PathItem', keyword: 'key', at: 'paths/x', before, after });

it('minds another name of a part of a path', () => {
  expect(pathName.judge(renamed('/jobs/{id}', '/jobs/{jobId}'))).toEqual({
    level: 'breaking',
    message: 'A parameter of the path changed its name: `/jobs/{id}` is `/jobs/{jobId}` now.',
  });
});

it('says nothing of another path', () => {
  expect(pathName.judge(renamed('/jobs/{id}', '/work/{id}'))).toBeUndefined();
});
