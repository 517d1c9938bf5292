import { expect, test } from 'vitest';
import { askedOf, outcomeOf } from './outcome.js';

test.each([
  [{ url: 'https://a.example/' }, 'https://a.example/'],
  [{ urls: ['https://a.example/'] }, 'https://a.example/'],
  [{ urls: ['a.example/?key=1', 'https://b.example/', 'c'] }, 'http://a.example/?… and 2 more'],
  [{ url: 'http://me:secret@[x y]/' }, 'http:…'],
  [{ url: 'secret:u@a.example/' }, '…'],
  [{ query: 'boats', prompt: 'secret' }, undefined],
  [{ url: 5 }, undefined],
  ['https://a.example/', undefined],
])('%j asks for %j', (body, asked) => {
  expect(askedOf(body)).toBe(asked);
});

test.each<[body: unknown, outcome: object]>([
  [{ data: { markdown: 'a', metadata: { statusCode: 200 } } }, { result: 'markdown' }],
  [{ data: { markdown: 'a', html: 'b', links: null, metadata: {} } }, { result: '2 formats' }],
  [
    { data: { markdown: 'a', metadata: { statusCode: 503 } } },
    { result: 'markdown', failed: 'The page answered 503.' },
  ],
  [
    { data: { metadata: { statusCode: 404, error: 'Not Found' } } },
    { result: '0 formats', failed: 'The page answered 404.' },
  ],
  [{ data: { web: [1, 2], news: [3] } }, { result: '3 results' }],
  [{ links: [1] }, { result: '1 link' }],
  [{ id: '1', url: 'x' }, { result: 'started' }],
  [{ status: 'scraping', completed: 1, total: 3 }, { result: 'scraping, 1 of 3 pages' }],
  [
    { status: 'completed', completed: 0, total: 0, warning: 'robots.txt forbids it.' },
    { result: 'completed, 0 of 0 pages', failed: 'The job has brought nothing.' },
  ],
  [
    { status: 'failed', completed: 0, total: 1, error: 'The disk is full.' },
    { result: 'failed, 0 of 1 pages', failed: 'The disk is full.' },
  ],
  [{ exitCode: 0 }, { result: 'ran' }],
  [{ exitCode: 1, stderr: 'Error: no\n    at x', error: 'Error: no' }, { failed: 'The code ended with 1.' }],
  [{ exitCode: null, killed: true, error: 'Late.' }, { failed: 'The code was killed.' }],
  [{ exitCode: 1, output: null, error: 'Stuck.' }, { failed: 'The prompt failed.' }],
  [{ success: true }, {}],
  [null, {}],
])('%j is %j', (body, outcome) => {
  expect(outcomeOf(body)).toEqual(outcome);
});
