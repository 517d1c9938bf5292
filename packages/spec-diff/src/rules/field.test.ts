import { expect, it } from 'vitest';
import { fact, use } from './fact-for-tests.js';
import { answerField, requestField } from './field.js';

const removed = { kind: 'removed', at: 'properties/size' } as const;

it('minds a field that requests may have no longer', () => {
  expect(requestField.judge(fact(removed))).toEqual({
    level: 'breaking',
    message: 'The field `size` was removed.',
    uses: [use('request')],
  });
});

it('minds a field that has another name', () => {
  const renamed = fact({ keyword: 'key', at: 'properties/size', atHead: 'properties/length' });
  expect(requestField.judge(renamed)).toMatchObject({ message: 'The field `size` was renamed to `length`.' });
});

it('minds a field that answers have no longer, under a name of its own', () => {
  const ofAnswer = fact({ ...removed, uses: [use('response')] });
  expect(requestField.judge(ofAnswer)).toBeUndefined();
  expect(answerField.judge(ofAnswer)).toMatchObject({ level: 'breaking', uses: [use('response')] });
});

it('speaks for both directions where the field went both ways', () => {
  const judgement = requestField.judge(fact({ ...removed, uses: [use('request'), use('response')] }));
  expect(judgement).toMatchObject({ level: 'breaking', uses: [use('request'), use('response')] });
});
