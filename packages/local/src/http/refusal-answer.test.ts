import { expect, test } from 'vitest';
import { contract, type SchemaObject } from '../contract/contract.js';
import { Refusal, type RefusalCode } from '../contract/refusal.js';
import { answerTo } from './refusal-answer.js';

test('a failure that the contract names comes with its code, and with the status that the contract states', () => {
  const { ErrorCode } = contract().components.schemas;
  const statuses = (ErrorCode as SchemaObject)['x-enumStatuses'] as Record<RefusalCode, number>;
  expect(statuses).toMatchObject({ SCRAPE_NO_CACHED_DATA: 404, SCRAPE_DNS_RESOLUTION_ERROR: 200 });
  for (const [code, status] of Object.entries(statuses)) {
    const answer = answerTo(new Refusal(code as RefusalCode, 'What to do.', { details: [1] }));
    expect(answer).toEqual({ status, headers: {}, body: { code, error: 'What to do.', details: [1] } });
  }
});

test('a failure of the service alone comes without a code', () => {
  expect(answerTo(new Refusal('gone', 'It is over.'))).toEqual({
    status: 410,
    headers: {},
    body: { error: 'It is over.' },
  });
});

test.each<[code: RefusalCode, headers: object, body: object]>([
  ['unavailable', { 'retry-after': '10' }, {}],
  ['too_many', { 'retry-after': '10' }, {}],
  ['too_many_calls', { 'retry-after': '10' }, { reason: 'requests', retry_after_seconds: 10 }],
  // A key helps at once.
  ['too_many_keyless_calls', { 'www-authenticate': 'Bearer' }, { reason: 'requests', retry_after_seconds: 10 }],
])('%s says when to try again', (code, headers, body) => {
  const answer = answerTo(new Refusal(code, 'Later.', { retryAfterSeconds: 10 }));
  expect(answer).toMatchObject({ headers, body: { error: 'Later.', ...body } });
  expect(Object.keys(answer.headers)).toEqual(Object.keys(headers));
});

test('who has no key is asked for one', () => {
  expect(answerTo(new Refusal('unauthenticated', 'Unauthorized')).headers).toEqual({ 'www-authenticate': 'Bearer' });
});

test('a cancel that fails has no field `success`', () => {
  const { body } = answerTo(new Refusal('conflict', 'Crawl is already completed'), 'cancelCrawl');
  expect(JSON.stringify({ success: false, ...body })).toBe('{"error":"Crawl is already completed"}');
});
