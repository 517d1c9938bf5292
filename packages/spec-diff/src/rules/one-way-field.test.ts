import { expect, it } from 'vitest';
import { fact, use } from './fact-for-tests.js';
import { oneWayField } from './one-way-field.js';

const marked = (keyword: string, direction: 'request' | 'response') =>
  oneWayField.judge(fact({ keyword, at: 'properties/size', after: true, uses: [use(direction)] }));

it('minds the direction that is closed, and not the other', () => {
  expect(marked('readOnly', 'request')).toMatchObject({
    level: 'breaking',
    message: '`size` is only read now: it may not be sent.',
  });
  expect(marked('readOnly', 'response')).toMatchObject({ level: 'additive' });
  expect(marked('writeOnly', 'response')).toMatchObject({ level: 'breaking' });
  expect(marked('writeOnly', 'request')).toMatchObject({ level: 'additive' });
});

it('does not mind that the mark goes', () => {
  expect(oneWayField.judge(fact({ keyword: 'readOnly', before: true }))).toMatchObject({ level: 'additive' });
});
