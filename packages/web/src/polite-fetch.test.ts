import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { type Fetch, FetchFailure, type FetchResult } from './fetch-types.js';
import { type Politeness, politeFetch } from './polite-fetch.js';
import { createRequestSpacing } from './request-spacing.js';
import { createSiteDenial } from './site-lists.js';

type Answer = { readonly status: number; readonly headers?: Record<string, string> } | FetchFailure;

/** A fetch that gives these answers in turn, the last one for ever, and when it was called by the clock. */
function answering(answers: readonly Answer[], options: Partial<Politeness> = {}) {
  const clock = createVirtualClock();
  const start = clock.now();
  const calledAt: number[] = [];
  const fetch: Fetch = async ({ url, checkUrl }) => {
    checkUrl?.(url);
    calledAt.push(clock.now() - start);
    const answer = answers[Math.min(calledAt.length, answers.length) - 1];
    if (answer instanceof FetchFailure) throw answer;
    const { status = 200, headers = {} } = answer ?? {};
    return { url, status, headers: new Headers(headers), body: new Uint8Array() };
  };
  const polite = politeFetch(fetch, {
    clock,
    spacing: createRequestSpacing(clock),
    gapMs: 0,
    retries: 0,
    denialFor: createSiteDenial({ allowedSites: [], deniedSites: [] }),
    ...options,
  });
  /** Moves the clock second by second until the fetch has ended. */
  async function ended(fetching: Promise<FetchResult>): Promise<number | string> {
    let isOver = false;
    const over = fetching
      .then(
        ({ status }) => status,
        (error: Error) => error.message,
      )
      .finally(() => {
        isOver = true;
      });
    for (let second = 0; second < 100 && !isOver; second++) await clock.advance(1000);
    return over;
  }
  return { polite, calledAt, ended };
}

const PAGE = { url: 'https://a.example/', timeoutMs: 60_000 };

describe('a busy site is asked again', () => {
  test('after a pause that grows, and no more often than allowed', async () => {
    const { polite, calledAt, ended } = answering([{ status: 503 }], { retries: 3 });
    expect(await ended(polite(PAGE))).toBe(503);
    expect(calledAt).toEqual([0, 1000, 3000, 7000]);
  });

  test('after as long as it says', async () => {
    const { polite, calledAt, ended } = answering([{ status: 429, headers: { 'retry-after': '5' } }, { status: 200 }], {
      retries: 3,
    });
    expect(await ended(polite(PAGE))).toBe(200);
    expect(calledAt).toEqual([0, 5000]);
  });

  test.each(['1.5', '0', new Date(Date.UTC(2025, 11, 31)).toUTCString(), 'soon', ''])(
    'not sooner than after the pause of the service where it says %j',
    async (value) => {
      const busy = { status: 503, headers: { 'retry-after': value } };
      const { polite, calledAt, ended } = answering([busy, busy, { status: 200 }], { retries: 2 });
      expect(await ended(polite(PAGE))).toBe(200);
      expect(calledAt).toEqual(value === '1.5' ? [0, 1500, 3500] : [0, 1000, 3000]);
    },
  );

  test('at the date that it says', async () => {
    const date = new Date(Date.UTC(2026, 0, 1) + 8000).toUTCString();
    const { polite, calledAt, ended } = answering(
      [{ status: 429, headers: { 'retry-after': date } }, { status: 200 }],
      {
        retries: 1,
      },
    );
    expect(await ended(polite(PAGE))).toBe(200);
    expect(calledAt).toEqual([0, 8000]);
  });

  test('after it has cut the connection', async () => {
    const { polite, ended } = answering([new FetchFailure('reset', 'cut'), { status: 200 }], { retries: 1 });
    expect(await ended(polite(PAGE))).toBe(200);
  });

  test('not when the pause is longer than the caller waits', async () => {
    const { polite, calledAt, ended } = answering([{ status: 429, headers: { 'retry-after': '3600' } }], {
      retries: 3,
    });
    expect(await ended(polite(PAGE))).toBe(429);
    expect(calledAt).toEqual([0]);
  });

  test.each<[string, Answer, number | string]>([
    ['without retries', { status: 503 }, 503],
    ['for a page that is missing', { status: 404 }, 404],
    ['for a name that does not resolve', new FetchFailure('dns', 'no such name'), 'no such name'],
  ])('not %s', async (name, answer, outcome) => {
    const { polite, calledAt, ended } = answering([answer], { retries: name === 'without retries' ? 0 : 3 });
    expect(await ended(polite(PAGE))).toBe(outcome);
    expect(calledAt).toEqual([0]);
  });

  test('not for what is sent by POST', async () => {
    const { polite, calledAt, ended } = answering([{ status: 503 }], { retries: 3 });
    expect(await ended(polite({ ...PAGE, post: '{}' }))).toBe(503);
    expect(calledAt).toEqual([0]);
  });
});

test('requests to one host are spaced, those to others are not, and nor are those to what the operator has named', async () => {
  const { polite, calledAt, ended } = answering([{ status: 200 }], { gapMs: 2000 });
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://b.example/', 'https://a.example/3'];
  await ended(Promise.all(urls.map((url) => polite({ ...PAGE, url }))).then(([first]) => first as FetchResult));
  expect(calledAt.sort((one, other) => one - other)).toEqual([0, 0, 2000, 4000]);
  const named = answering([{ status: 200 }], { gapMs: 2000 });
  await Promise.all([1, 2].map(() => named.polite({ ...PAGE, privateNetworks: true })));
  expect(named.calledAt).toEqual([0, 0]);
});

describe('the operator decides which sites are read', () => {
  const asked = async (host: string, allowedSites: string[], deniedSites: string[]) => {
    const denialFor = createSiteDenial({ allowedSites, deniedSites });
    const { polite, ended } = answering([{ status: 200 }], { denialFor });
    return ended(polite({ ...PAGE, url: `https://${host}/` }));
  };

  test.each([
    ['a.example', [], ['b.example'], 200],
    ['B.example', [], ['b.example'], 'This server does not read b.example: its operator denies this site.'],
    ['x.b.example', [], ['*.b.example'], 'This server does not read x.b.example: its operator denies this site.'],
    ['a.example', ['a.example'], [], 200],
    ['b.example', ['a.example'], [], 'This server does not read b.example: its operator allows only some sites.'],
    ['a.example', ['a.example'], ['a.example'], 'This server does not read a.example: its operator denies this site.'],
  ])('%s, with %j allowed and %j denied', async (host, allowed, denied, outcome) => {
    expect(await asked(host, allowed, denied)).toBe(outcome);
  });
});
