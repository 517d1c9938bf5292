import { once } from 'node:events';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { linksTo, site } from '../crawl/site.js';
import { startModel } from '../model-server.js';
import { sharedServer } from '../postgres/database.js';
import { bearer, call, startServer } from '../server.js';
import { unexplainedLines } from './log-lines.js';
import { answerOf, type NodeProcess, NodeService, PATIENCE } from './service.js';
import { testDatabase } from './stores.js';
import { expectHealth } from './what-must-hold.js';
import { WorkUnderWay } from './work-under-way.js';

/** The tables of jobs and monitors. */
const TABLES_OF_WORK = [
  'jobs',
  'job_tasks',
  'job_slots',
  'graphile_worker.jobs',
  'page_job_documents',
  'page_job_errors',
  'monitors',
  'monitor_checks',
  'monitor_check_pages',
  'monitor_snapshots',
];

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Counts the rows of each table, and leaves out the empty ones. */
async function rowsOf(client: pg.Client, tables: readonly string[]): Promise<unknown[]> {
  const counts = tables.map((name) => `select '${name}' as name, count(*)::int as count from ${name}`);
  const { rows } = await client.query<{ count: number }>(counts.join(' union all '));
  return rows.filter(({ count }) => count > 0);
}

/** Watches a crawl at a node; resolves to the end of the socket when the first message is there. */
async function watch({ url }: NodeProcess, id: string): Promise<{ end: Promise<unknown[]> }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v2/crawl/${id}`);
  const end = once(socket, 'close');
  await once(socket, 'message');
  return { end };
}

describe.skipIf('missing' in sharedServer)('a reset at one of several nodes', { timeout: 240_000 }, () => {
  test('deletes the work of all, and all go on with new work', async () => {
    const database = await testDatabase();
    const model = await startModel([]);
    const service = new NodeService(database, ['--model-url', model.url, '--model-name', 'small']);
    await service.start(3);
    const [node, other] = service.nodes as [NodeProcess, NodeProcess];
    const work = new WorkUnderWay(service, model);
    await work.start();
    let answerSlowly: (() => void) | undefined;
    const { url } = await site({
      '/': linksTo('/a'),
      '/a': linksTo('/'),
      '/slow': (_, response) => {
        answerSlowly = () => response.end('<p>Late');
      },
    });
    const { end } = await watch(other, work.crawlId);
    const scrape = answerOf(other, '/v2/scrape', { url: `${url}/slow` });
    await vi.waitUntil(() => answerSlowly, PATIENCE);

    // It may have to wait for what the others store.
    await expect.poll(() => answerOf(node, '/_local/reset', {}), PATIENCE).toEqual({ success: true });
    answerSlowly?.();
    expect(await scrape).toMatchObject({ success: true, data: { markdown: 'Late' } });
    expect(await end).toBeDefined();
    expect(await Promise.all([work.crawl(), work.batch(), work.agent()])).toEqual([undefined, undefined, undefined]);
    await expectHealth(service);
    const client = await connect(database);
    await expect.poll(() => rowsOf(client, TABLES_OF_WORK), PATIENCE).toEqual([]);
    expect((await client.query('select endpoint, credits from ledger')).rows).toEqual([
      { endpoint: 'scrape', credits: 1 },
    ]);

    const crawlAt = async (each: NodeProcess) => {
      const started = await answerOf<{ id: string }>(each, '/v2/crawl', { url: `${url}/`, sitemap: 'skip' });
      await expect
        .poll(() => answerOf(other, `/v2/crawl/${started?.id}`), PATIENCE)
        .toMatchObject({ status: 'completed', completed: 2, creditsUsed: 2 });
    };
    await Promise.all(service.nodes.map(crawlAt));
    expect(unexplainedLines(service.log)).toEqual([]);
  });

  test('leaves the keys to the others, and says when the tables are in use for longer; an import is refused', async () => {
    const database = await testDatabase();
    const options = { database, adminKey: 'key-of-the-admin' };
    const [server, other] = [await startServer(options), await startServer(options)];
    const headers = bearer(options.adminKey);
    const body = { name: 'ci', team: 'search' };
    const { key } = ((await call(other, 'POST /_local/keys', { headers, body })).body as { data: { key: string } })
      .data;
    const statusWithKey = async () => (await call(other, 'GET /v2/team/queue-status', { headers: bearer(key) })).status;

    const reset = () => call(server, 'POST /_local/reset', { headers });

    const client = await connect(database);
    await client.query('begin');
    await client.query('select from jobs');
    const refused = reset();
    expect(await statusWithKey()).toBe(200);
    expect(await refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('in use') } });
    await client.query('rollback');
    const importFile = () => call(server, 'POST /_local/import', { headers, body: new Uint8Array(1) });
    await expect.poll(importFile).toMatchObject({ status: 409, body: { error: expect.stringContaining('Stop all') } });
    expect(await reset()).toMatchObject({ status: 200 });
    expect(await statusWithKey()).toBe(200);
  });
});
