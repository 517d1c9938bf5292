import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { operationName } from './operation-name.js';

const renamed = { node: 'Operation', keyword: 'operationId' };

it('minds another name, and none', () => {
  expect(operationName.judge(fact({ ...renamed, before: 'mapSite', after: 'map' }))).toEqual({
    level: 'breaking',
    message: 'The operation `mapSite` is called `map` now.',
  });
  expect(operationName.judge(fact({ ...renamed, before: 'mapSite' }))).toMatchObject({ level: 'breaking' });
});

it('does not mind a first name', () => {
  expect(operationName.judge(fact({ ...renamed, after: 'map' }))).toMatchObject({ level: 'additive' });
});
