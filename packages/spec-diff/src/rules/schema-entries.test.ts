import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { schemaEntries } from './schema-entries.js';

it.each(['patternProperties', 'dependentSchemas', 'prefixItems'])('weighs single entries of %s', (room) => {
  const at = `${room}/x`;
  expect(schemaEntries.judge(fact({ kind: 'added', at }))).toMatchObject({
    level: 'breaking',
    message: `\`x\` of \`${room}\` was added.`,
  });
  expect(schemaEntries.judge(fact({ kind: 'removed', at }))).toMatchObject({ level: 'additive' });
});

it('knows that in a closed object a pattern allows', () => {
  const around = { before: [{}, { additionalProperties: false }], after: [{}, { additionalProperties: false }] };
  expect(schemaEntries.judge(fact({ kind: 'added', at: 'patternProperties/x', around }))).toMatchObject({
    level: 'additive',
  });
  expect(schemaEntries.judge(fact({ kind: 'removed', at: 'patternProperties/x', around }))).toMatchObject({
    level: 'breaking',
  });
});

it('minds another pattern whoever uses it, and says nothing of fields', () => {
  const renamed = { keyword: 'key', at: 'patternProperties/^x', before: '^x', after: '^y' };
  expect(schemaEntries.judge(fact(renamed))).toMatchObject({ level: 'breaking' });
  expect(schemaEntries.judge(fact({ kind: 'added', at: 'properties/x' }))).toBeUndefined();
});
