import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../test/sending.js';
import { VirtualClock } from '../../test/virtual-clock.js';
import { ApiError, JobFailedError, JobTimeoutError, NotFoundError } from '../errors/index.js';
import { textOf } from '../errors/sentence.js';
import { skipOf } from '../pagination/position.js';
import type { JobDriver, JobOptions, JobPage, Resumption } from './driver.js';
import { Job } from './job.js';

const PATH = '/v2/crawl/c-1';
const link = (skip: number) => `${PATH}?skip=${skip}`;

/** A job whose pages are what `pageAt` says; `requested` are the positions of its polls. */
function scripted(
  pageAt: (skip: number, poll: number, at: string) => Partial<JobPage<number>>,
  options: JobOptions = {},
  resumption?: Resumption,
) {
  const requested: string[] = [];
  const clock = new VirtualClock();
  const driver: JobDriver<number, JobPage<number>, number[]> = {
    operation: 'startCrawl',
    start: async () => 'c-1',
    positionAt: (_, cursor = PATH) => cursor,
    poll: async (_, position) => {
      const at = position.slice(PATH.length);
      requested.push(at);
      return { status: 'completed', items: [], ...pageAt(skipOf(position), requested.length, at) };
    },
    cancel: async () => {},
    finish: (_, items) => items,
  };
  return { requested, clock, job: new Job(driver, options, clock, resumption) };
}

describe('the end of a job', () => {
  it('is not an empty page that leads on', async () => {
    const { requested, job } = scripted((skip) =>
      skip < 4 ? { items: skip % 2 ? [] : [skip], next: link(skip + 1) } : {},
    );
    await expect(job).resolves.toEqual([0, 2]);
    expect(requested).toEqual(['', '?skip=1', '?skip=2', '?skip=3', '?skip=4']);
  });

  it('is not where its counts say that there is more, although no link leads there', async () => {
    const pages = scripted((skip) => ({ items: [skip, skip + 1].filter((item) => item < 5), completed: 5 }));
    await expect(pages.job).resolves.toEqual([0, 1, 2, 3, 4]);
    expect(pages.requested).toEqual(['', '?skip=2', '?skip=4']);
  });

  it.each([
    ['completed', { completed: 5 }, ['', '?skip=2', '?skip=2']],
    ['completed', { completed: 2, total: 3 }, ['', '?skip=2']],
    ['cancelled', { completed: 5 }, ['', '?skip=2']],
    ['cancelled', { completed: 2, total: 3 }, ['']],
  ])('comes also when it counts more than there is (%s, %j)', async (status, counts, polls) => {
    const { requested, job } = scripted((skip) => ({ status, items: skip ? [] : [0, 1], ...counts }));
    const received = status === 'completed' ? await job : (await failureOf(job)).received;
    expect(received).toEqual([0, 1]);
    expect(requested).toEqual(polls);
  });

  it('waits once for documents that the server counts and does not send yet', async () => {
    const { requested, clock, job } = scripted((_, poll) => ({ items: poll < 2 ? [] : [0, 1], completed: 2 }));
    await expect(job).resolves.toEqual([0, 1]);
    expect(requested).toEqual(['', '']);
    expect(clock.waits.filter((ms) => ms > 0)).toHaveLength(2);
  });

  it('comes also when the server knows no `skip` and sends its only page again', async () => {
    const { requested, job } = scripted(() => ({ items: [0, 1], completed: 36 }));
    await expect(job).resolves.toEqual([0, 1]);
    expect(requested).toHaveLength(2);
  });

  it('is awaited with pauses as long as empty pages lead on, until the deadline', async () => {
    const plan = (skip: number, poll: number) => ({ status: 'cancelled', items: skip ? [] : [0], next: link(poll) });
    const { requested, job } = scripted(plan, { totalTimeoutMs: 300_000 });
    await expect(job).rejects.toThrow(JobTimeoutError);
    // Seven pauses that grow from 2 to 23 seconds and seven of half a minute fit into five minutes, and a poll comes
    // after each of them; one more comes at once, after the page that has something.
    expect(requested).toHaveLength(15);
  });
});

describe('a link', () => {
  it('into the page that it stands on gives nothing twice', async () => {
    const { requested, job } = scripted((skip) =>
      skip < 8 ? { items: [0, 1, 2, 3, 4].map((item) => skip + item), next: link(skip + 3) } : {},
    );
    await expect(job).resolves.toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(requested).toEqual(['', '?skip=5', '?skip=10']);
  });

  it('back to the beginning of a job that was resumed gives nothing twice', async () => {
    const plan = (skip: number) => (skip < 5 ? { items: [skip], next: link(0) } : {});
    const { requested, job } = scripted(plan, {}, { id: 'c-1', cursor: link(3) });
    await expect(job).resolves.toEqual([3, 4]);
    expect(requested).toEqual(['?skip=3', '?skip=4', '?skip=5']);
  });

  it('that counts nothing is taken at its word', async () => {
    const pages: Record<string, Partial<JobPage<number>>> = {
      '': { items: [0, 1], next: `${PATH}?cursor=b` },
      '?cursor=b': { items: [2, 3], next: `${PATH}?cursor=c`, completed: 5 },
      '?cursor=c': { items: [4], completed: 5 },
    };
    const { requested, job } = scripted((_, __, at) => pages[at] ?? {});
    await expect(job).resolves.toEqual([0, 1, 2, 3, 4]);
    expect(requested).toEqual(['', '?cursor=b', '?cursor=c']);
  });

  it('to a page like the last one gives that, too', async () => {
    const { job } = scripted((skip) => ({ items: [7], next: skip < 2 ? link(skip + 1) : undefined, completed: 3 }));
    await expect(job).resolves.toEqual([7, 7, 7]);
  });

  it('on from an empty page is not followed while documents may still come to that', async () => {
    const { requested, job } = scripted((skip, poll) =>
      poll < 3
        ? { status: 'scraping', next: link(9) }
        : { items: skip < 2 ? [skip] : [], next: skip < 2 ? link(skip + 1) : undefined },
    );
    await expect(job).resolves.toEqual([0, 1]);
    expect(requested).toEqual(['', '', '', '?skip=1', '?skip=2']);
  });

  it('of a running job that counts nothing is waited for when all is there', async () => {
    const { clock, job } = scripted((_, poll) => ({
      status: poll < 3 ? 'scraping' : 'completed',
      items: [poll],
      next: poll < 3 ? `${PATH}?cursor=${poll}` : undefined,
      completed: poll,
    }));
    await expect(job).resolves.toEqual([1, 2, 3]);
    expect(clock.waits.filter((ms) => ms > 0)).toEqual([500, 750, 1125]);
  });
});

it('each document comes once and in order, however pages are cut and wherever links lead', async () => {
  const page = fc.record({
    size: fc.nat(4),
    link: fc.constantFrom('right', 'overlapping', 'none', 'to the page itself', 'to the beginning'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 12 }), fc.nat(20), async (pages, total) => {
      const { requested, job } = scripted((skip, poll) => {
        const { size, link: kind } = pages[poll % pages.length] ?? { size: 1, link: 'right' };
        // Nothing shows that there is more behind an empty page without a link, so such a page is the last one.
        const count = Math.min(total - skip, Math.max(size, 1));
        const items = Array.from({ length: count }, (_, index) => skip + index);
        const to = {
          right: count,
          overlapping: count - 1,
          none: 0,
          'to the page itself': 0,
          'to the beginning': -skip,
        };
        const next = skip < total && kind !== 'none' ? link(skip + to[kind]) : undefined;
        return { items, next, completed: total };
      });
      await expect(job).resolves.toEqual(Array.from({ length: total }, (_, index) => index));
      expect(requested.length).toBeLessThanOrEqual(total + 1);
    }),
  );
});

describe('why a job failed', () => {
  it.each([
    [{ message: 'Out of credits' }, 'startCrawl c-1 ended as failed: {"message":"Out of credits"}.'],
    [`Out\n of   ${'credits '.repeat(100)}.`, /^startCrawl c-1 ended as failed: Out of (credits ){48}credits… It/],
    [undefined, 'startCrawl c-1 ended as failed. It'],
    [null, 'startCrawl c-1 ended as failed. It'],
  ])('is told whatever the server says it with: %j', async (error, expected) => {
    const failure = await failureOf(scripted(() => ({ status: 'failed', error })).job);
    expect(failure).toBeInstanceOf(JobFailedError);
    expect(failure).toMatchObject({ jobId: 'c-1', received: [] });
    expect(failure.serverMessage).toBe(error ? textOf(error) : undefined);
    expect(failure.message).toEqual(
      typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected),
    );
  });
});

describe('a progress that cannot be told', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('No terminal.');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('No terminal.'))],
  ])('because its listener %s costs no document', async (_, onProgress) => {
    const { job } = scripted(() => ({ items: [0, 1], completed: 2, total: 2 }), { onProgress });
    await expect(job).resolves.toEqual([0, 1]);
    // An unhandled rejection would come by then, and fail the test.
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('the first poll', () => {
  const unknown = new NotFoundError('No such job.', { status: 404 });
  const fail = () => {
    throw unknown;
  };

  it('of a job that is resumed has its plain error when it fails, since nothing is lost', async () => {
    const error = await failureOf(scripted(fail, {}, { id: 'c-1' }).job);
    expect(error).toBe(unknown);
    expect(error).toMatchObject({ status: 404, jobId: 'c-1' });
    expect(error).not.toHaveProperty('cursor');
  });

  it('of a job that was started says where it is', async () => {
    const error = await failureOf(scripted(fail).job);
    expect(error).toMatchObject({ name: 'PaginationError', jobId: 'c-1', cursor: PATH, cause: unknown });
  });

  it('is the last one whose error is plain', async () => {
    const plan = (skip: number) => (skip ? fail() : { items: [0], next: link(1) });
    const error = await failureOf(scripted(plan, {}, { id: 'c-1' }).job);
    expect(error).toMatchObject({ name: 'PaginationError', received: [0], cursor: link(1), cause: unknown });
  });
});

describe('the deadline', () => {
  const slow = (status: string) => {
    const { clock, job } = scripted((skip) => ({ status, items: [skip], next: link(skip + 1) }), {
      totalTimeoutMs: 9000,
    });
    const walk = async (): Promise<void> => {
      for await (const _ of job) clock.advance(9000);
    };
    return failureOf(walk());
  };

  it('of a job that is over tells a slow reader so', async () => {
    expect((await slow('completed')).message).toBe(
      'startCrawl c-1 ended as completed, but its totalTimeoutMs is up. Go on from error.cursor.',
    );
  });

  it('of a job that runs names what it is doing', async () => {
    expect((await slow('warming-up')).message).toBe(
      'startCrawl c-1 is still warming-up, but its totalTimeoutMs is up. It goes on at the server.',
    );
  });

  it('of a job that was never seen names nothing that it does', async () => {
    const busy = new ApiError('Busy.', { status: 503, retryable: true });
    const { job } = scripted(
      () => {
        throw busy;
      },
      { totalTimeoutMs: 9000 },
    );
    expect((await failureOf(job)).message).toBe(
      'startCrawl c-1 is not finished, but its totalTimeoutMs is up. It goes on at the server.',
    );
  });

  it('counts from the start, not from the first wait for it', async () => {
    const { clock, job } = scripted(() => ({ status: 'scraping' }), { totalTimeoutMs: 9000 });
    const startedAt = clock.now();
    await job.start();
    clock.advance(6000);
    await expect(job).rejects.toThrow(JobTimeoutError);
    expect(clock.now() - startedAt).toBe(9000);
    await expect(failureOf(job[Symbol.asyncIterator]().next())).resolves.toBeInstanceOf(JobTimeoutError);
  });

  it('that cannot work is refused before anything is started', async () => {
    for (const options of [{ totalTimeoutMs: -1 }, { pollIntervalMs: -1 }]) {
      const { requested, job } = scripted(() => ({}), options);
      await expect(job.start()).rejects.toMatchObject({ name: 'ConfigurationError' });
      expect(requested).toEqual([]);
    }
  });
});

it('two walks through one job do not mix: its cursor is that of the one that began last', async () => {
  const { job } = scripted((skip) => ({
    items: [0, 1, 2, 3].map((item) => skip + item),
    ...(skip < 4 && { next: link(skip + 4) }),
  }));
  const [one, other] = [job[Symbol.asyncIterator](), job[Symbol.asyncIterator]()];
  await one.next();
  for (let count = 0; count < 3; count++) await other.next();
  for (let count = 0; count < 4; count++) expect((await one.next()).value).toBe(count + 1);
  expect(job.cursor).toBe(link(3));
  for (let count = 3; count < 7; count++) expect((await other.next()).value).toBe(count);
  expect(job.cursor).toBe(link(7));
});

it('a job without pages has no cursor, and its errors say what to go on with', async () => {
  const error = new ApiError('Gone.', { status: 404 });
  const driver: JobDriver<never, JobPage<never>, string> = {
    operation: 'startAgent',
    start: async () => 'a-1',
    poll: async () => Promise.reject(error),
    cancel: async () => {},
    finish: () => '',
  };
  const job = new Job(driver, {}, new VirtualClock());
  const failure = await failureOf(job);
  expect(failure.message).toBe('startAgent a-1 broke off after 0 items: Gone. Go on with error.jobId.');
  expect(failure).not.toHaveProperty('cursor');
  expect(job.cursor).toBeUndefined();
});

it('a job that the caller has cancelled is not cancelled again by an abort', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { job } = scripted(() => ({}), { signal, cancelOnAbort: true });
  await job.start();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await job.cancel();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
