import { expect, it } from 'vitest';
import { discriminator } from './discriminator.js';
import { fact } from './fact-for-tests.js';

const MAPPING = 'discriminator/mapping';

it('minds another field', () => {
  const changed = fact({ node: 'Discriminator', keyword: 'propertyName', before: 'type', after: 'kind' });
  expect(discriminator.judge(changed)).toEqual({
    level: 'breaking',
    message: 'The field that tells the members apart was `type` and is `kind`.',
  });
});

it('minds a discriminator that goes, and none that comes', () => {
  expect(discriminator.judge(fact({ node: 'Discriminator', kind: 'removed' }))).toMatchObject({ level: 'breaking' });
  expect(discriminator.judge(fact({ node: 'Discriminator', kind: 'added' }))).toMatchObject({ level: 'additive' });
});

it('minds a value that goes or stands for another schema, and none that comes', () => {
  const value = { node: 'DiscriminatorMapping', at: MAPPING, keyword: 'a' };
  expect(discriminator.judge(fact({ ...value, before: '0', after: '1' }))).toMatchObject({
    level: 'breaking',
    message: "The discriminator's `a` stands for another schema.",
  });
  expect(discriminator.judge(fact({ ...value, before: '0' }))).toMatchObject({ level: 'breaking' });
  expect(discriminator.judge(fact({ ...value, after: '0' }))).toMatchObject({ level: 'additive' });
});
