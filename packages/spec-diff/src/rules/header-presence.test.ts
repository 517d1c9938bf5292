import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { headerPresence } from './header-presence.js';

it('minds a header that may be missing, and none that is always there', () => {
  expect(headerPresence.judge(fact({ node: 'Header', keyword: 'required', before: true }))).toMatchObject({
    level: 'breaking',
  });
  expect(headerPresence.judge(fact({ node: 'Header', keyword: 'required', after: true }))).toMatchObject({
    level: 'additive',
  });
});
