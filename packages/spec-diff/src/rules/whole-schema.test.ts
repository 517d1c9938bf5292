import { expect, it } from 'vitest';
import { fact, use } from './fact-for-tests.js';
import { wholeSchema } from './whole-schema.js';

const judged = (kind: 'added' | 'removed', direction: 'request' | 'response') =>
  wholeSchema.judge(fact({ kind, at: 'content/json/schema', room: 'schema', uses: [use(direction)] }));

it('takes a schema for a bound: it narrows requests, and without it answers may be anything', () => {
  expect(judged('added', 'request')).toMatchObject({ level: 'breaking' });
  expect(judged('added', 'response')).toMatchObject({ level: 'additive' });
  expect(judged('removed', 'request')).toMatchObject({ level: 'additive' });
  expect(judged('removed', 'response')).toMatchObject({ level: 'breaking' });
});
