import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, crawl, type Document, ids, JobServer, type Plan } from '../../test/job-server.js';
import { failureOf } from '../../test/sending.js';
import { VirtualClock } from '../../test/virtual-clock.js';
import { AbortedError, ConnectionError, JobFailedError } from '../errors/index.js';
import type { JobOptions } from './driver.js';
import { Job } from './job.js';

describe('an abort', () => {
  const plan: Plan = { documents: at(0, 250), statuses: [[0, 'scraping']] };

  /** Aborts when the hundredth document is there. */
  async function abortedCrawl(options: JobOptions) {
    const caller = new AbortController();
    const { job, server } = crawl(plan, { ...options, signal: caller.signal });
    const error = await failureOf(
      (async () => {
        for await (const { id } of job) if (id === 99) caller.abort('enough');
      })(),
    );
    return { error, server, signal: caller.signal };
  }

  it('ends the wait and leaves the job alone', async () => {
    const { error, server, signal } = await abortedCrawl({});
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ jobId: 'c-1', cursor: '/v2/crawl/c-1?skip=100' });
    expect(server.cancelled).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('cancels the job if it is to, whatever becomes of the cancelling', async () => {
    const { error, server } = await abortedCrawl({ cancelOnAbort: true });
    expect(error).toBeInstanceOf(AbortedError);
    expect(server.cancelled).toEqual(['c-1']);
    expect(server.cancelMs).toBe(10_000);
  });

  it('cancels the job also when the caller stops by himself', async () => {
    const caller = new AbortController();
    const { job, server } = crawl(plan, { cancelOnAbort: true, signal: caller.signal });
    for await (const _ of job) {
      caller.abort();
      break;
    }
    expect(server.cancelled).toEqual(['c-1']);
  });

  it.each([true, false])('in the middle of a page gives no more of it (cancelOnAbort: %s)', async (cancelOnAbort) => {
    const caller = new AbortController();
    const { job, server } = crawl(plan, { cancelOnAbort, signal: caller.signal });
    const seen: Document[] = [];
    const walk = async (): Promise<void> => {
      for await (const document of job) if (seen.push(document) === 142) caller.abort('enough');
    };
    const error = await failureOf(walk());
    expect(seen).toEqual(ids(142));
    expect(error).toBeInstanceOf(AbortedError);
    const cursor = '/v2/crawl/c-1?skip=142';
    expect(error).toMatchObject({ operation: 'startCrawl', jobId: 'c-1', cursor, received: [], cause: 'enough' });
    expect(error.message).toBe('startCrawl c-1 was aborted by its signal.');
    expect(server.cancelled).toEqual(cancelOnAbort ? ['c-1'] : []);
  });

  it('is obeyed from the start to the end of the job, whoever waits for it', async () => {
    const caller = new AbortController();
    const { job, server } = crawl(plan, { cancelOnAbort: true, signal: caller.signal });
    await job.start();
    caller.abort();
    expect(server.cancelled).toEqual(['c-1']);

    const later = new AbortController();
    const left = crawl(plan, { cancelOnAbort: true, signal: later.signal });
    for await (const _ of left.job) break;
    expect(left.server.cancelled).toEqual([]);
    later.abort();
    expect(left.server.cancelled).toEqual(['c-1']);
  });

  it.each(['completed', 'failed'])(
    'cancels no job that is known to be over (%s), and leaves no listener',
    async (end) => {
      const caller = new AbortController();
      const ended: Plan = { documents: at(0, 2), statuses: [[0, end]] };
      const { job, server, clock } = crawl(ended, { cancelOnAbort: true, signal: caller.signal });
      await job.catch(() => {});
      expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
      expect(clock.pending).toBe(0);
      caller.abort();
      expect(server.cancelled).toEqual([]);
    },
  );

  it('during the start waits for the id, or there would be nothing to cancel', async () => {
    const caller = new AbortController();
    const { server, clock } = crawl(plan);
    const start: JobServer['start'] = async (limits) => {
      caller.abort();
      return server.start(limits);
    };
    const job = new Job(
      { ...server, operation: 'startCrawl', start },
      { cancelOnAbort: true, signal: caller.signal },
      clock,
    );
    await expect(job).rejects.toThrow(AbortedError);
    expect(server.cancelled).toEqual(['c-1']);
    expect(clock.pending).toBe(0);
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });

  it('that can never come changes nothing', async () => {
    const { job } = crawl({ documents: at(0, 2), statuses: [[0, 'completed']] }, { cancelOnAbort: true });
    await expect(job).resolves.toMatchObject({ documents: ids(2) });
  });

  it('before the start starts nothing', async () => {
    const { job, server } = crawl(plan, { cancelOnAbort: true, signal: AbortSignal.abort() });
    await expect(job).rejects.toThrow('aborted');
    expect(server.starts).toBe(0);
  });
});

describe('a job that is resumed', () => {
  const plan: Plan = { documents: at(0, 250), statuses: [[0, 'completed']] };

  it('goes on from its cursor, without starting anything and without a pause', async () => {
    const { job, server, clock } = crawl(plan, {}, { id: 'c-1', cursor: '/v2/crawl/c-1?skip=120' });
    expect(job.cursor).toBe('/v2/crawl/c-1?skip=120');
    await expect(job).resolves.toMatchObject({ id: 'c-1', documents: ids(130, 120) });
    expect(server.starts).toBe(0);
    expect(clock.waits.filter((ms) => ms > 0)).toEqual([]);
  });

  it('goes on after the last document that was handed out, even in the middle of a page', async () => {
    const { job, clock, server } = crawl(plan);
    expect(job.cursor).toBeUndefined();
    const seen: Document[] = [];
    for await (const document of job) if (seen.push(document) === 142) break;
    expect(job.cursor).toBe('/v2/crawl/c-1?skip=142');
    const rest = new Job(server, {}, clock, { id: 'c-1', cursor: job.cursor });
    expect([...seen, ...(await rest).documents]).toEqual(ids(250));
  });

  it('gives each document once and in order, whatever fails on the way and wherever the caller stops', async () => {
    const plans = fc.record({
      times: fc.array(fc.nat(200_000), { maxLength: 40 }),
      pageSize: fc.integer({ min: 1, max: 10 }),
      end: fc.constantFrom('completed', 'failed', 'cancelled'),
      failures: fc.array(fc.nat(60)),
      breaks: fc.array(fc.nat(15), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(plans, async ({ times, pageSize, end, failures, breaks }) => {
        const documents = times.sort((one, other) => one - other);
        const clock = new VirtualClock();
        const fail = (poll: number): unknown =>
          failures.includes(poll) && new ConnectionError('gone', { retryable: poll % 2 > 0 });
        const server = new JobServer(clock, { documents, pageSize, statuses: [[200_000, end]], fail });
        const seen: Document[] = [];
        let job = new Job(server, {}, clock);
        for (let done = false; !done; ) {
          let left = breaks.shift() ?? Infinity;
          const before = seen.length;
          try {
            done = true;
            for await (const document of job) {
              seen.push(document);
              if (--left > 0) continue;
              done = false;
              break;
            }
          } catch (error) {
            done = error instanceof JobFailedError;
            // Before the first page of a job that was resumed there is nothing to go on from but its own cursor.
            if (error instanceof ConnectionError) expect(seen).toHaveLength(before);
            else if (!done) expect(error).toMatchObject({ name: 'PaginationError', cursor: job.cursor });
          }
          job = new Job(server, {}, clock, { id: await job.start(), cursor: job.cursor });
        }
        expect(seen).toEqual(ids(documents.length));
        expect(server.starts).toBe(1);
      }),
    );
  });
});
