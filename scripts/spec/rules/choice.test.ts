import { expect, it } from 'vitest';
import { choice } from './choice.js';
import { fact, use } from './fact-for-tests.js';

const changed = (keyword: 'wider' | 'narrower', direction: 'request' | 'response') =>
  choice.judge(fact({ node: 'Choice', keyword, uses: [use(direction)] }));

it('takes more schemas for more that is allowed, and fewer for less', () => {
  expect(changed('wider', 'request')).toMatchObject({ level: 'additive' });
  expect(changed('wider', 'response')).toMatchObject({ level: 'breaking' });
  expect(changed('narrower', 'request')).toMatchObject({ level: 'breaking' });
  expect(changed('narrower', 'response')).toMatchObject({ level: 'additive' });
});
