import { expect, test } from 'vitest';
import { KEYLESS_TEAM } from '../accounts/teams.js';
import { type CallMemory, callInQuestion, type RememberedExchange } from './call-memory.js';

const JOB = '01a1fbd5-f048-75e7-b166-91889e7d70d6';

/** A memory of these calls, the latest first. */
function memoryOf(...calls: Partial<RememberedExchange>[]): CallMemory {
  const all = calls.map((call, index) => ({
    number: index + 1,
    team: 'one',
    method: 'POST',
    path: '/v2/scrape',
    operation: 'scrapePage',
    ...call,
  }));
  return {
    entries: () => all,
    exchange: (number) => all.find((call) => call.number === number),
    sentBody: () => undefined,
  };
}

const ask = (memory: CallMemory, words: string, more: object = {}) =>
  callInQuestion(memory, { team: 'one', words, ...more })?.number;

test('a question is about the last failure of the team', () => {
  const memory = memoryOf(
    { status: 200 },
    { team: 'two', status: 500 },
    { status: 200, failed: '404' },
    { status: 500 },
  );
  expect(ask(memory, 'Why?')).toBe(3);
});

test('a question is about the failure with its code or status, if there is one', () => {
  const memory = memoryOf(
    { status: 500 },
    { status: 408, refused: 'SCRAPE_TIMEOUT: The scrape took too long.' },
    { status: 429 },
  );
  expect(ask(memory, 'Why?', { code: 'SCRAPE_TIMEOUT' })).toBe(2);
  expect(ask(memory, 'Why?', { status: 429 })).toBe(3);
  expect(ask(memory, 'Why?', { code: 'BAD_REQUEST' })).toBe(1);
});

test('a question that names an id is about the call with that id, of the same team alone', () => {
  const response = { data: { metadata: { scrapeId: JOB } } };
  expect(ask(memoryOf({ status: 500 }, { status: 200, response }), `Why ${JOB}?`)).toBe(2);
  expect(ask(memoryOf({ status: 500 }, { status: 404, path: `/v2/crawl/${JOB}` }), `Why ${JOB}?`)).toBe(2);
  expect(ask(memoryOf({ status: 500 }, { team: 'two', status: 500, response }), `Why ${JOB}?`)).toBeUndefined();
});

test('a question is not about another question, nor about what strangers have called', () => {
  expect(ask(memoryOf({ status: 500, operation: 'askSupport' }), 'Why?')).toBeUndefined();
  expect(ask(memoryOf({ status: 500, team: KEYLESS_TEAM }), 'Why?', { team: KEYLESS_TEAM })).toBeUndefined();
});
