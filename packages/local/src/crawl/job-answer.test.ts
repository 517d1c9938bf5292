import { describe, expect, test } from 'vitest';
import type { PageJob } from './job.js';
import { boundsOf, type JobPage, jobAnswer } from './job-answer.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21, 1, 35, 37, 147);

function answer(given: number, page: JobPage, changes: Partial<PageJob> = {}) {
  const job: PageJob = {
    number: 1,
    id: '01a1fbbe-a2ba-70f9-9bab-4b90a93de71f',
    kind: 'crawl',
    team: 'team',
    status: 'running',
    request: { url: 'http://example.com', scrapeOptions: {} },
    progress: undefined,
    result: undefined,
    tokens: 0,
    size: 0,
    createdAt: START,
    endedAt: undefined,
    expiresAt: 0,
    completed: 12,
    credits: 12,
    error: undefined,
    ...changes,
  };
  const documents = Array.from({ length: given }, (_, index) => JSON.stringify({ markdown: `${page.skip + index}` }));
  const state = { job, total: 20, expiresAt: START + MINUTE, isHeldUp: false, warning: undefined };
  return JSON.parse(jobAnswer(state, documents, page, 'http://api.example/v2/crawl/1').join(''));
}

const ended = { status: 'completed', endedAt: START + 13_610 } as const;

test('returns the state of a running job', () => {
  expect(answer(1, { skip: 0 })).toEqual({
    success: true,
    status: 'scraping',
    completed: 12,
    total: 20,
    creditsUsed: 12,
    expiresAt: '2026-11-21T01:36:37.147Z',
    next: 'http://api.example/v2/crawl/1?skip=1',
    createdAt: '2026-11-21T01:35:37.147Z',
    data: [{ markdown: '0' }],
  });
});

test('returns the end of a job, and its duration in seconds', () => {
  expect(answer(12, { skip: 0 }, ended)).toMatchObject({
    status: 'completed',
    createdAt: '2026-11-21T01:35:37.147Z',
    completedAt: '2026-11-21T01:35:50.757Z',
    duration: 13.61,
  });
});

describe('the next page', () => {
  const next = (given: number, page: JobPage, changes?: Partial<PageJob>) =>
    answer(given, page, changes).next?.replace('http://api.example/v2/crawl/1', '');

  test('begins where this one ends, and is as long', () => {
    expect(next(5, { skip: 5, limit: 5 }, ended)).toBe('?skip=10&limit=5');
  });

  test('is missing after the last document', () => {
    expect(next(12, { skip: 0 }, ended)).toBeUndefined();
    expect(next(7, { skip: 5 }, { ...ended, status: 'cancelled' })).toBeUndefined();
    expect(next(0, { skip: 100, limit: 5 }, ended)).toBeUndefined();
  });

  test('exists while a job runs, for documents that are not there yet', () => {
    expect(next(12, { skip: 0 })).toBe('?skip=12');
  });

  test('is never the same page', () => {
    expect(next(0, { skip: 12 })).toBeUndefined();
    expect(next(0, { skip: 0, limit: 0 })).toBe('?skip=0');
    expect(next(0, { skip: 12, limit: 0 })).toBeUndefined();
  });
});

test('a page holds 100 documents or 10 MiB', () => {
  expect(boundsOf({ skip: 0 })).toEqual({ skip: 0, limit: 100, maxBytes: 10_485_760 });
  expect(boundsOf({ skip: 3, limit: 5 })).toMatchObject({ skip: 3, limit: 5 });
  expect(boundsOf({ skip: 0, limit: 5000 }).limit).toBe(100);
});
