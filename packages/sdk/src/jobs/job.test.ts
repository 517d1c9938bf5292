import { describe, expect, it } from 'vitest';
import { collect } from '../../test/collect.js';
import { at, crawl, type Document, ids, type JobServer, type Plan } from '../../test/job-server.js';
import { failureOf } from '../../test/sending.js';
import { ApiError, JobFailedError, JobTimeoutError, PaginationError } from '../errors/index.js';
import { Job } from './job.js';

describe('a job', () => {
  it('does nothing until it is awaited or iterated, and starts once however often it is', async () => {
    const { job, server } = crawl({ documents: [0, 0], statuses: [[0, 'completed']] });
    await Promise.resolve();
    expect(server.starts).toBe(0);
    const [one, other] = await Promise.all([job, job, job.start()]);
    expect(one).toEqual({ id: 'c-1', status: 'completed', documents: ids(2) });
    expect(other).toBe(one);
    await expect(collect(job)).resolves.toEqual(ids(2));
    expect(server.starts).toBe(1);
  });

  it('that is done when first asked costs one poll a page, and no pause between them', async () => {
    const { job, server, clock } = crawl({ documents: at(0, 950), statuses: [[0, 'completed']] });
    await expect(job).resolves.toMatchObject({ documents: ids(950) });
    expect(server.skips).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
    expect(clock.waits.filter((ms) => ms > 0)).toEqual([500]);
  });

  it('is polled for what is new, at a pause that grows while nothing comes and starts again when something does', async () => {
    const documents = [1000, 1500, 4000, 20_000, 35_000];
    const { job, server, clock } = crawl({ documents, statuses: [[36_000, 'completed']] });
    await expect(collect(job)).resolves.toEqual(ids(5));
    expect(server.skips).toEqual([0, 0, 1, 2, 3, 3, 3, 3, 4, 4, 4, 4]);
    const whileItIsYoung = [500, 750, 1125, 1687.5];
    const steady = [2000, 3000, 4500, 6750, 2000, 3000, 4500, 6750];
    expect(clock.waits.filter((ms) => ms > 0)).toEqual([...whileItIsYoung, ...steady]);
  });

  it.each([
    ['70 pages', 70, 151_000, 2500],
    ['five pages', 5, 10_000, 2500],
    ['five fast pages', 5, 2300, 1150],
    ['a page', 1, 100, 400],
  ])('of %s is noticed soon after its end', async (_, count, endsAt, within) => {
    const documents = Array.from({ length: count }, (_, index) => ((index + 1) * endsAt) / count);
    const { job, clock } = crawl({ documents, statuses: [[endsAt, 'completed']] });
    const startedAt = clock.now();
    await expect(job).resolves.toMatchObject({ documents: ids(count) });
    expect(clock.now() - startedAt - endsAt).toBeLessThanOrEqual(within);
  });

  it('that has read all of its pages is polled quickly until it says that it is done', async () => {
    const { job, clock } = crawl({ documents: at(3000, 5), statuses: [[50_000, 'completed']] });
    const startedAt = clock.now();
    await job;
    expect(clock.now() - startedAt).toBeLessThanOrEqual(52_000);
  });

  it('is asked again at once only while more is known to be there', async () => {
    const { job, server, clock } = crawl({ documents: at(1000, 250), statuses: [[3000, 'completed']] });
    await expect(collect(job)).resolves.toEqual(ids(250));
    expect(server.skips).toEqual([0, 0, 100, 200, 250]);
    expect(clock.waits.filter((ms) => ms > 0)).toEqual([500, 750, 2000]);
  });

  it('asks for a page only when its first document is wanted', async () => {
    const { job, server } = crawl({ documents: at(0, 300), statuses: [[0, 'completed']] });
    let count = 0;
    for await (const _ of job) if (++count === 100) break;
    expect(server.skips).toEqual([0]);
  });

  it('is polled at the pause that the caller asks for', async () => {
    const { job, clock } = crawl({ documents: [], statuses: [[900, 'completed']] }, { pollIntervalMs: 250 });
    await job;
    expect(clock.waits.filter((ms) => ms > 0)).toEqual([250, 250, 250, 250]);
  });

  it('tells of its progress when there is some, also when the total shrinks', async () => {
    const seen: string[] = [];
    const onProgress = ({ completed, total }: { completed: number; total: number }) =>
      seen.push(`${completed}/${total}`);
    const total = (ms: number) => (ms < 9000 ? 10 : 3);
    await crawl({ documents: [1000, 4000, 4000], statuses: [[9000, 'completed']], total }, { onProgress }).job;
    expect(seen).toEqual(['0/10', '1/10', '3/10', '3/3']);
  });

  it('ends also when the server has less than it had', async () => {
    const { server, clock } = crawl({ documents: at(0, 5), statuses: [[4000, 'completed']] });
    const poll: JobServer['poll'] = async (...args) => {
      const page = await server.poll(...args);
      return page.status === 'completed' ? { ...page, items: [], completed: 2, total: 2 } : page;
    };
    await expect(new Job({ ...server, operation: 'startCrawl', poll }, {}, clock)).resolves.toMatchObject({
      documents: ids(5),
    });
  });

  it('has no progress to tell of when the server counts nothing', async () => {
    const seen: unknown[] = [];
    const { server, clock } = crawl({ documents: [], statuses: [[3000, 'completed']] });
    const poll: JobServer['poll'] = async (...args) => {
      const { status, items } = await server.poll(...args);
      return { status, items };
    };
    const driver = { ...server, operation: 'startAgent', poll };
    await new Job(driver, { onProgress: (progress) => seen.push(progress) }, clock);
    expect(seen).toEqual([]);
  });

  it('goes on through statuses that nobody knows yet', async () => {
    const statuses = [
      [0, 'queued'],
      [3000, 'warming-up'],
      [9000, 'completed'],
    ] as const;
    await expect(crawl({ documents: [8000], statuses }).job).resolves.toMatchObject({ documents: ids(1) });
  });

  it('can be cancelled once it has been started', async () => {
    const { job, server } = crawl({ documents: [], statuses: [] });
    await job.cancel();
    expect(server.cancelled).toEqual([]);
    await job.start();
    await expect(job.cancel()).rejects.toMatchObject({ status: 409 });
    expect(server.cancelled).toEqual(['c-1']);
  });
});

describe('the links of a job', () => {
  it.each<[string, Plan['link']]>([
    ['lead to another host', (skip, path) => `https://evil.test${path}?skip=${skip}`],
    ['state a page size', (skip, path) => `${path}?limit=100&skip=${skip}`],
    ['always lead to themselves', (_, path) => `${path}?skip=0`],
  ])('may %s', async (_, link) => {
    const plan: Plan = { documents: [...at(0, 150), 9000], statuses: [[10_000, 'completed']], ...(link && { link }) };
    await expect(collect(crawl(plan).job)).resolves.toEqual(ids(151));
  });

  it('end a job that is over when they lead where we have been', async () => {
    const plan: Plan = { documents: at(0, 5), statuses: [[0, 'cancelled']], link: () => '/v2/crawl/c-1?limit=5' };
    const { job, server } = crawl(plan);
    await expect(job).rejects.toMatchObject({ jobStatus: 'cancelled', received: ids(5) });
    expect(server.skips).toEqual([0]);
  });
});

describe('a job that comes to a bad end', () => {
  it.each(['failed', 'cancelled'])('%s throws, but not before all that it brought was handed out', async (status) => {
    const plan: Plan = { documents: [...at(1000, 130), 2500], statuses: [[3000, status]] };
    const { job, server } = crawl(plan);
    const error = await failureOf(job);
    expect(error).toBeInstanceOf(JobFailedError);
    expect(error).toMatchObject({ jobStatus: status, jobId: 'c-1', received: ids(131), operation: 'startCrawl' });
    expect(error.message).toBe(
      status === 'failed'
        ? 'startCrawl c-1 ended as failed: The site a.test is gone. It had brought 131 items.'
        : 'startCrawl c-1 ended as cancelled. It had brought 131 items.',
    );
    expect(server.skips).toEqual([0, 0, 100, 130, 131]);
  });

  it('throws it to who iterates too, after the documents', async () => {
    const { job } = crawl({ documents: at(0, 3), statuses: [[0, 'failed']] });
    const seen: Document[] = [];
    const error = await failureOf(
      (async () => {
        for await (const document of job) seen.push(document);
      })(),
    );
    expect(seen).toEqual(ids(3));
    expect(error).toMatchObject({ jobStatus: 'failed', received: [], cursor: '/v2/crawl/c-1?skip=3' });
  });
});

describe('the deadline of a job', () => {
  it('ends a job that never does, and tells how to go on', async () => {
    const plan: Plan = { documents: at(0, 2), statuses: [[0, 'paused']] };
    const error = await failureOf(crawl(plan, { totalTimeoutMs: 60_000 }).job);
    expect(error).toBeInstanceOf(JobTimeoutError);
    expect(error).toMatchObject({ jobId: 'c-1', cursor: '/v2/crawl/c-1?skip=2', received: ids(2) });
    expect(error.message).toBe(
      'startCrawl c-1 is still paused, but its totalTimeoutMs is up. It goes on at the server.',
    );
  });

  it('is a day unless told otherwise', async () => {
    const { job, clock } = crawl({ documents: [], statuses: [] });
    const startedAt = clock.now();
    await expect(job).rejects.toThrow(JobTimeoutError);
    expect(clock.now() - startedAt).toBe(86_400_000);
  });

  it('counts the time that the caller takes', async () => {
    const { job, clock } = crawl({ documents: at(0, 200), statuses: [[0, 'completed']] }, { totalTimeoutMs: 10_000 });
    const slowly = async (): Promise<void> => {
      for await (const { id } of job) if (id === 50) clock.advance(10_000);
    };
    await expect(slowly()).rejects.toMatchObject({ name: 'JobTimeoutError', cursor: '/v2/crawl/c-1?skip=100' });
  });

  it('is also the limit of each poll', async () => {
    const limits: unknown[] = [];
    const { server, clock } = crawl({ documents: [], statuses: [[0, 'completed']] });
    const poll: JobServer['poll'] = (...args) => {
      limits.push(args[2].totalTimeoutMs);
      return server.poll(...args);
    };
    await new Job({ ...server, operation: 'startCrawl', poll }, { totalTimeoutMs: 5000 }, clock);
    expect(limits).toEqual([4500]);
  });
});

describe('a failed poll', () => {
  const busy = new ApiError('Busy.', { status: 503, retryable: true });

  it('is not the end of a wait', async () => {
    const plan: Plan = { documents: at(0, 3), statuses: [[5000, 'completed']], fail: (poll) => poll < 6 && busy };
    await expect(crawl(plan).job).resolves.toMatchObject({ documents: ids(3) });
  });

  it('is waited out as long as the server says', async () => {
    const slowDown = new ApiError('Slow down.', { status: 429, retryable: true, retryAfterMs: 50_000 });
    const { job, clock } = crawl({
      documents: [],
      statuses: [[0, 'completed']],
      fail: (poll) => poll === 1 && slowDown,
    });
    await job;
    expect(clock.waits.filter((ms) => ms > 0)).toEqual([500, 50_000]);
  });

  it('ends the wait with the tenth in a row, not with the tenth in all', async () => {
    const patient = crawl({ documents: [], statuses: [[500_000, 'completed']], fail: (poll) => poll % 10 && busy });
    await expect(patient.job).resolves.toMatchObject({ status: 'completed' });
    const dead = crawl({ documents: at(0, 1), statuses: [[500_000, 'completed']], fail: (poll) => poll > 1 && busy });
    const error = await failureOf(dead.job);
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ status: 503, jobId: 'c-1', received: ids(1), cursor: '/v2/crawl/c-1?skip=1' });
    expect(dead.server.requested).toHaveLength(11);
  });

  it('that will not pass ends the wait at once', async () => {
    const gone = new ApiError('Gone.', { status: 404, retryable: false });
    const { job, server } = crawl({ documents: at(0, 150), statuses: [], fail: (poll) => poll === 2 && gone });
    const error = await failureOf(job);
    expect(error).toMatchObject({ name: 'PaginationError', cause: gone, received: ids(100) });
    expect(error.message).toBe('startCrawl c-1 broke off after 100 items: Gone. Go on from error.cursor.');
    expect(server.requested).toHaveLength(2);
  });

  it('at the deadline is the deadline', async () => {
    const plan: Plan = { documents: [], statuses: [], fail: () => busy };
    await expect(crawl(plan, { totalTimeoutMs: 9000 }).job).rejects.toThrow(JobTimeoutError);
  });

  it('that will not pass is told even when it comes at the deadline', async () => {
    const gone = new ApiError('Gone.', { status: 404, retryable: false });
    const fail = (): unknown => {
      clock.advance(10_000);
      return gone;
    };
    const { job, clock } = crawl({ documents: [], statuses: [], fail }, { totalTimeoutMs: 5000 });
    await expect(job).rejects.toMatchObject({ name: 'PaginationError', cause: gone });
  });

  it('of the caller’s own making is passed on as it is', async () => {
    const own = new RangeError('mine');
    await expect(crawl({ documents: [], statuses: [], fail: () => own }).job).rejects.toBe(own);
  });
});

it('asks for each page once, however long the job', async () => {
  const { job, server } = crawl({ documents: at(0, 20_000), statuses: [[0, 'completed']] });
  let count = 0;
  for await (const { id } of job) expect(id === count++).toBe(true);
  expect(count).toBe(20_000);
  expect(server.requested).toHaveLength(200);
});
