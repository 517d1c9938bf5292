import type { CrawlJob } from '@trawl/client';
import pg from 'pg';
import { expect } from 'vitest';
import { nodesSeenBy } from './faults.js';
import { answerOf, type NodeService, PATIENCE } from './service.js';
import type { ReceivedEvent, WorkUnderWay } from './work-under-way.js';

interface Check {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

/** The end of checks while nothing could be stored. */
const EXPLAINED_END = /^The disk of this server was full/;

/** All that must hold when the faults are over and the jobs have ended. */
export async function expectNothingLostOrTwice(
  work: WorkUnderWay,
  service: NodeService,
  database: string,
): Promise<void> {
  await expectEnd(work.crawl);
  await expectEnd(work.batch);
  await expectEnd(work.agent);
  await expectPagesOnce(service, await work.crawl(), [...work.linked]);
  await expectPagesOnce(service, await work.batch(), work.batchPages);
  await expectChecksOnce(work, service);
  await expectNoTaskLeft(database);
  await expectChargesOnce(work, database);
  expectEvents(
    work.events.filter(({ id }) => id === work.crawlId),
    'crawl',
    [...work.linked],
  );
  expectEvents(
    work.events.filter(({ id }) => id === work.batchId),
    'batch_scrape',
    work.batchPages,
  );
  expectEvents(
    work.events.filter(({ id }) => id === work.agentId),
    'agent',
    [],
  );
  await expectHealth(service);
}

async function expectEnd(job: () => Promise<{ readonly status?: string } | undefined>): Promise<void> {
  await expect.poll(async () => (await job())?.status, PATIENCE).toBe('completed');
}

async function expectPagesOnce(
  service: NodeService,
  job: CrawlJob | undefined,
  urls: readonly string[],
): Promise<void> {
  expect(job).toMatchObject({ completed: urls.length, total: urls.length, creditsUsed: urls.length });
  const pages: unknown[] = [];
  for (let answer = job; answer; answer = await answerAfter(answer, service)) {
    pages.push(...(answer.data ?? []).map(({ metadata }) => metadata?.url));
  }
  expect(pages.sort()).toEqual([...urls].sort());
}

/** The answer with the next documents of a job. */
async function answerAfter({ next }: CrawlJob, service: NodeService): Promise<CrawlJob | undefined> {
  if (!next) return undefined;
  const { pathname, search } = new URL(next);
  return service.answer(pathname + search);
}

/** Each check has ended, and has no page twice. */
async function expectChecksOnce({ monitorId, checkIds, watchedPages }: WorkUnderWay, service: NodeService) {
  const checks = async () => (await service.answer<{ data: Check[] }>(`/v2/monitor/${monitorId}/checks`))?.data;
  await expect
    .poll(async () => (await checks())?.every(({ status }) => !/queued|running/.test(status)), PATIENCE)
    .toBe(true);
  const all = (await checks()) ?? [];
  // A call whose answer was lost has started one, too.
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(checkIds));
  for (const { id, status, error } of all) {
    const check = await service.answer<{ data: { pages: { url: string }[] } }>(`/v2/monitor/${monitorId}/checks/${id}`);
    const pages = check?.data.pages.map(({ url }) => url) ?? [];
    expect(new Set(pages).size).toBe(pages.length);
    if (status === 'completed') expect(pages.sort()).toEqual([...watchedPages].sort());
    else expect(error).toMatch(EXPLAINED_END);
  }
}

/** No job, task or slot is left over. */
async function expectNoTaskLeft(database: string): Promise<void> {
  const query = `select (select count(*) from jobs where status = 'running') as jobs, (select count(*) from job_tasks) as tasks,
    (select count(*) from job_slots) as slots, (select count(*) from graphile_worker.jobs) as queued`;
  const left = async () => (await rowsOf(database, query))[0];
  await expect.poll(left, PATIENCE).toEqual({ jobs: '0', tasks: '0', slots: '0', queued: '0' });
}

async function expectChargesOnce(work: WorkUnderWay, database: string): Promise<void> {
  const jobs = [await work.crawl(), await work.batch(), await work.agent()];
  const ids = [work.crawlId, work.batchId, work.agentId];
  for (const [index, id] of ids.entries()) {
    const [charge] = await rowsOf(database, `select sum(credits) as credits from ledger where job_id = '${id}'`);
    expect(Number(charge?.credits)).toBe(jobs[index]?.creditsUsed);
  }
}

/** Every event has arrived, and where one came again, it was the same. */
function expectEvents(events: readonly ReceivedEvent[], kind: string, urls: readonly string[]): void {
  const bodies = new Map(events.map((event) => [event.webhookId, JSON.stringify(event)]));
  for (const event of events) expect(JSON.stringify(event)).toBe(bodies.get(event.webhookId));
  const inOrder = [...new Map(events.map((event) => [event.webhookId, event])).values()];
  const types = inOrder.map(({ type }) => type);
  expect([types[0], types.at(-1)]).toEqual([`${kind}.started`, `${kind}.completed`]);
  expect(types.filter((type) => /started|completed/.test(type))).toHaveLength(2);
  const pages = inOrder.filter(({ type }) => type === `${kind}.page`).flatMap(({ data = [] }) => data);
  expect(pages.map(({ metadata }) => metadata?.url).sort()).toEqual([...urls].sort());
}

/** Each node is ready, and sees all others. */
export async function expectHealth({ nodes }: NodeService): Promise<void> {
  for (const node of nodes) {
    await expect.poll(() => answerOf(node, '/_local/ready'), PATIENCE).toBeDefined();
    await expect.poll(() => nodesSeenBy(node), PATIENCE).toBe(nodes.length);
  }
  const check = nodes[0] && (await answerOf<{ data: { problems: string[] } }>(nodes[0], '/_local/check'));
  expect(check?.data.problems).toEqual([]);
}

async function rowsOf(database: string, query: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}
