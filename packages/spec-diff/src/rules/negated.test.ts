import { expect, it } from 'vitest';
import { fact, use } from './fact-for-tests.js';
import { negated } from './negated.js';

const forbidden = (direction: 'request' | 'response', before: string[], after: string[]) =>
  negated.judge(fact({ keyword: 'required', before, after, uses: [use(direction, -1)] }));

it('takes less that is forbidden for more that is allowed', () => {
  expect(forbidden('request', ['a'], ['a', 'b'])).toMatchObject({ level: 'additive' });
  expect(forbidden('response', ['a'], ['a', 'b'])).toMatchObject({ level: 'breaking' });
  expect(forbidden('request', ['a', 'b'], ['a'])).toMatchObject({
    level: 'breaking',
    message: 'In what is forbidden (`not`), `required` changed.',
  });
});

it('minds any change of a condition', () => {
  const uses = [use('response', 0)];
  expect(negated.judge(fact({ keyword: 'maxLength', before: 5, after: 4, uses }))).toMatchObject({ level: 'breaking' });
});

it('leaves a `not` that comes or goes, and all that is plainly allowed to others', () => {
  expect(negated.judge(fact({ kind: 'added', at: 'a/not', room: 'not', uses: [use('request', -1)] }))).toBeUndefined();
  expect(negated.judge(fact({ keyword: 'required', before: ['a'], after: [] }))).toBeUndefined();
});

it('does not take one field more for something that is forbidden', () => {
  const added = { kind: 'added', at: 'properties/x' } as const;
  expect(negated.judge(fact({ ...added, uses: [use('request', -1)] }))).toMatchObject({ level: 'additive' });
  expect(negated.judge(fact({ ...added, uses: [use('request', -1), use('request')] }))).toBeUndefined();
});
