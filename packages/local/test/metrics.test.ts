import { mkdtempSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, test } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { modelService } from './model-service.js';
import { call, startServer } from './server.js';

const browser = browserOfMachine();

const adminKey = 'key-of-the-admin';
const admin = { authorization: `Bearer ${adminKey}` };
const team = { authorization: 'Bearer key-one' };

/** The values of a metric by its labels, as they stand in the text. */
function values(text: string, name: string): Record<string, number> {
  const lines = [...text.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
}

async function metricsOf(server: Parameters<typeof call>[0], headers = {}): Promise<string> {
  const { status, body } = await call(server, 'GET /_local/metrics', { headers });
  expect(status).toBe(200);
  return String(body);
}

test('metrics are for the admin, in the format of Prometheus', async () => {
  const server = await startServer({ apiKeys: ['key-one'], adminKey });
  expect(await call(server, 'GET /_local/metrics', { headers: team })).toMatchObject({ status: 403 });
  const { headers } = await call(server, 'GET /_local/metrics', { headers: admin });
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('calls, fetches, conversions, cache and credits are counted', async () => {
  const { url } = await site({ '/': linksTo('/a') });
  const server = await startServer({ allowPrivateNetworks: true });
  await call(server, 'POST /v2/scrape', { body: { url } });
  await call(server, 'POST /v2/scrape', { body: { url } });
  await call(server, 'POST /v2/scrape', { body: {} });
  const text = await metricsOf(server);
  expect(values(text, 'http_server_request_duration_seconds_count')).toMatchObject({
    '{operation="scrapePage",http_response_status_code="200"}': 2,
    '{operation="scrapePage",http_response_status_code="400"}': 1,
  });
  expect(values(text, 'trawl_fetch_duration_seconds_count')['{outcome="2xx"}']).toBe(1);
  expect(values(text, 'trawl_cache_lookups_total')['{result="hit"}']).toBe(1);
  expect(values(text, 'trawl_conversion_duration_seconds_count')['{outcome="ok"}']).toBe(1);
  expect(values(text, 'trawl_credits_total')).toEqual({ '{endpoint="scrape"}': 2 });
  expect(values(text, 'http_server_active_requests')).toEqual({ '': 0 });
  expect(values(text, 'db_client_operation_duration_seconds_count')['']).toBeGreaterThan(5);
});

test('workers are counted by kind and state', async () => {
  const { url } = await site({ '/': linksTo('/a') });
  const server = await startServer({ allowPrivateNetworks: true });
  await call(server, 'POST /v2/scrape', { body: { url } });
  const text = await metricsOf(server);
  const workers = values(text, 'trawl_workers');
  expect(workers).toMatchObject({ '{kind="convert_page",state="busy"}': 0, '{kind="convert_file",state="idle"}': 0 });
  expect(workers['{kind="convert_page",state="idle"}']).toBeGreaterThan(0);
  expect(values(text, 'trawl_workers_max')).toMatchObject({ '{kind="convert_file"}': 1, '{kind="browser_page"}': 0 });
  expect(values(text, 'trawl_worker_queue_length')).toMatchObject({ '{kind="convert_page"}': 0 });
});

test('queues and webhooks are counted', async () => {
  const { url, visits } = await site({
    '/': linksTo('/a', '/b'),
    '/a': () => {},
    '/b': () => {},
    '/hook': (_, response) => response.writeHead(500).end(),
  });
  const server = await startServer({ allowPrivateNetworks: true });
  await call(server, 'POST /v2/crawl', { body: { url, webhook: { url: `${url}/hook` } } });
  await eventually(() => visits).toEqual(expect.arrayContaining(['/a', '/hook']));
  // The second attempt comes after a second.
  const attempts = async () => values(await metricsOf(server), 'trawl_webhook_attempts_total')['{outcome="5xx"}'];
  await eventually(attempts).toBeGreaterThan(0);
  const text = await metricsOf(server);
  const queues = values(text, 'trawl_queue_tasks');
  expect(queues['{kind="crawl",state="active"}']).toBeGreaterThan(0);
  expect(queues['{kind="batch_scrape",state="active"}']).toBe(0);
  expect(values(text, 'trawl_work_in_progress')['{kind="fetch"}']).toBeGreaterThan(0);
  expect(queues['{kind="webhook",state="waiting"}']).toBeGreaterThan(0);
  const oldest = async () => values(await metricsOf(server), 'trawl_queue_oldest_task_seconds');
  await server.clock.advance(60_000);
  expect(await oldest()).toMatchObject({ '{kind="crawl"}': expect.any(Number), '{kind="batch_scrape"}': 0 });
  expect((await oldest())['{kind="crawl"}']).toBeGreaterThanOrEqual(60);
  const done = async () => values(await metricsOf(server), 'trawl_task_duration_seconds_count');
  await eventually(done).toMatchObject({ '{kind="crawl",outcome="ok"}': 1 });
});

test('checks of monitors are counted as they wait', async () => {
  const { url } = await site({ '/a': () => {}, '/b': () => {} });
  const server = await startServer({ allowPrivateNetworks: true });
  const targets = ['/a', '/b', '/c'].map((path) => ({ type: 'scrape', urls: [url + path] }));
  const monitor = { name: 'Pages', schedule: { cron: '0 0 1 1 *' }, targets };
  const { body } = await call(server, 'POST /v2/monitor', { body: monitor });
  await call(server, `POST /v2/monitor/${(body as { data: { id: string } }).data.id}/run`, { body: {} });
  const queues = async () => values(await metricsOf(server), 'trawl_queue_tasks');
  await eventually(queues).toMatchObject({ '{kind="check",state="active"}': 1, '{kind="check",state="waiting"}': 2 });
  expect(values(await metricsOf(server), 'trawl_queue_oldest_task_seconds')['{kind="check"}']).toBeGreaterThan(0);
});

test('jobs are counted when they end', async () => {
  const { url } = await site({ '/': linksTo() });
  const server = await startServer({ allowPrivateNetworks: true });
  await call(server, 'POST /v2/crawl', { body: { url } });
  const ends = async () => values(await metricsOf(server), 'trawl_jobs_ended_total');
  await eventually(ends).toEqual({ '{kind="crawl",status="completed"}': 1 });
});

test.skipIf(!browser)('pages in the browser are counted, and the memory that it takes', async () => {
  const held: ServerResponse[] = [];
  const { url } = await site({ '/': '<p>A page.</p>', '/held': (_, response) => void held.push(response) });
  const server = await startServer({ allowPrivateNetworks: true, browser: undefined });
  expect(values(await metricsOf(server), 'trawl_browser_memory_bytes')).toEqual({ '': 0 });
  await call(server, 'POST /v2/scrape', { body: { url, waitFor: 1 } });
  const text = await metricsOf(server);
  expect(values(text, 'trawl_render_duration_seconds_count')).toEqual({ '{outcome="ok"}': 1 });
  const pages = async () => values(await metricsOf(server), 'trawl_workers')['{kind="browser_page",state="busy"}'];
  expect(await pages()).toBe(0);
  const scrape = call(server, 'POST /v2/scrape', { body: { url: `${url}/held`, waitFor: 1 } });
  await eventually(() => held).not.toEqual([]);
  expect(await pages()).toBe(1);
  for (const response of held) response.end('<p>held</p>');
  expect(await scrape).toMatchObject({ status: 200 });
  if (process.platform === 'linux') expect(values(text, 'trawl_browser_memory_bytes')['']).toBeGreaterThan(10_000_000);
});

describe('of a model', () => {
  const start = modelService();

  test('calls and tokens are counted', async () => {
    const { server, scrape } = await start([{ content: 'A ferry leaves at 9:15.', tokens: 120 }]);
    await scrape({ formats: ['summary'] });
    const text = await metricsOf(server);
    expect(values(text, 'trawl_model_call_duration_seconds_count')['{outcome="ok"}']).toBe(1);
    expect(values(text, 'trawl_model_tokens_total')['']).toBe(120);
  });
});

describe('each query of the dashboard', () => {
  interface Panel {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }
  const file = new URL('../deploy/grafana/dashboard.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: Panel[] };
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));
  /** What Prometheus adds itself. */
  const TARGET_LABELS = ['job', 'instance', 'le'];

  /** The text of all metrics, each with a value: what a server says of now, and one of each count. */
  async function allMetrics(): Promise<string> {
    const metrics = new Metrics();
    const work = { outcome: 'ok', seconds: 1, bytes: 1, tokens: 1 };
    metrics.call({ operation: 'scrapePage', status: 200, seconds: 1, bytes: 1 });
    metrics.fetch(work);
    metrics.render(work);
    metrics.conversion(work);
    metrics.modelCall(work);
    metrics.cacheLookup('hit');
    metrics.credits('scrape', 1);
    metrics.webhookAttempt('2xx');
    metrics.jobEnd('crawl', 'completed');
    metrics.task('crawl', work);
    const { text } = await metrics.text([]);
    const server = await startServer({ storage: join(mkdtempSync(join(tmpdir(), 'trawl-metrics-')), 'state.db') });
    return text + (await metricsOf(server));
  }

  /** The nodes of one kind in a query, as they stand in it. */
  function namesIn(query: string, kinds: readonly string[]): string[] {
    const names: string[] = [];
    parser.parse(query).iterate({
      enter({ name, from, to }) {
        if (kinds.includes(name)) names.push(query.slice(from, to));
      },
    });
    return names;
  }

  test('is a query of Prometheus for metrics and labels that are served', async () => {
    const text = await allMetrics();
    for (const [panel, query] of queries) {
      // Grafana puts a duration there.
      const plain = query.replaceAll('$__rate_interval', '5m');
      expect(namesIn(plain, ['⚠']), `${panel}: ${query}`).toEqual([]);
      const metrics = namesIn(plain, ['Identifier']).filter(
        (name) => name.includes('_') && !name.startsWith('histogram_'),
      );
      expect(metrics.length, query).toBeGreaterThan(0);
      for (const metric of metrics) {
        const series = Object.keys(values(text, metric));
        expect(series.length, `${panel}: ${metric}`).toBeGreaterThan(0);
        const labels = namesIn(plain, ['LabelName']).filter((label) => !TARGET_LABELS.includes(label));
        for (const label of labels) expect(series.join(), `${panel}: ${label}`).toContain(`${label}="`);
      }
    }
    expect(queries.length).toBeGreaterThan(20);
  });
});
