import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createMovableClock } from '@trawl/base/clock';
import { createLocalServer, type LocalServer } from '../../src/index.js';
import { preferLowMemory } from '../../src/program/v8-flags.js';

// Runs the service for days under a mixed load of all kinds, with restarts, and sends what came of it. Each hour of these
// days is a round of calls, after which the clock is moved by an hour; without `movesClock`, rounds follow each other.

export interface WeekOptions {
  readonly storage: string;
  readonly rounds: number;
  /** After which rounds the server is closed and opened again, in the middle of jobs. */
  readonly restartsAfter: readonly number[];
  readonly movesClock: boolean;
  /** Whether each round also shows a page in the browser, and opens a session in it. */
  readonly usesBrowser: boolean;
}

/** What is measured after some rounds, while nothing runs. */
export interface Measure {
  readonly round: number;
  readonly residentMegabytes: number;
  readonly heapMegabytes: number;
  readonly storageMegabytes: number;
  readonly logMegabytes: number;
}

export interface WeekReport {
  readonly measures: readonly Measure[];
  readonly jobs: Readonly<Record<string, number>>;
  /** Jobs and checks that did not end as they should. */
  readonly failures: readonly string[];
  /** Lines of the log that nothing explains. */
  readonly strangeLines: readonly string[];
  readonly problems: readonly string[];
  readonly events: number;
}

const HOUR_MS = 60 * 60_000;
const MEASURED_EVERY = 12;
const SITE_PAGES = 8;
/** Jobs that are under way when the server is closed. */
const JOBS_AT_RESTART = 5;

const ADMIN_KEY = 'key-of-the-admin';

/** Lines of the log beside those of calls, and what they are about. */
const EXPLAINED = [
  // The receiver refuses one event in ten.
  /^webhook: [\w.]+ of [\w-]+ to \S+: It answered 503\. Next try in \d+ s\.$/,
];

preferLowMemory();
const options: WeekOptions = JSON.parse(process.argv[2] ?? '{}');
const clock = createMovableClock();
const failures: string[] = [];
const strangeLines: string[] = [];
const jobs: Record<string, number> = {};
const measures: Measure[] = [];
const unfinishedEvents = new Set<string>();
let events = 0;
let round = 0;
let pageDelayMs = 0;

const site = createServer((request, response) => {
  const path = request.url ?? '/';
  if (path.startsWith('/hook')) {
    request.setEncoding('utf8');
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      events += 1;
      const { type, id } = JSON.parse(text) as { type: string; id: string };
      if (type.endsWith('.completed')) unfinishedEvents.delete(id);
      // One in ten is refused, and delivered again.
      response.writeHead(events % 10 === 0 ? 503 : 200).end();
    });
    return;
  }
  if (path === '/robots.txt' || path.includes('missing')) {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here</p>');
    return;
  }
  const links = Array.from({ length: SITE_PAGES }, (_, page) => `<a href="/page/${page}">Page ${page}</a>`).join(' ');
  const text = `<title>Page ${path}</title><main><h1>Page ${path}</h1><p>Round ${round}: the net has ${round} knots.</p>${links}</main>`;
  const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
  if (pageDelayMs > 0) setTimeout(answer, pageDelayMs);
  else answer();
});
const siteUrl = await listen(site);

/** At a port of its own, because pages may not come from the port of the model. */
const model = createServer(async (request, response) => {
  const body = (await json(request)) as Parameters<typeof completionOf>[0];
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completionOf(body)));
});
const modelUrl = `${await listen(model)}/v1`;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What the model says: an agent reads a page and then answers, and an extraction gets its data. */
function completionOf({ tools, messages }: { tools?: unknown[]; messages: { role: string }[] }) {
  const data = { knots: round };
  const hasRead = messages.some(({ role }) => role === 'tool');
  const call = hasRead
    ? { name: 'answer', arguments: JSON.stringify({ data, sources: [] }) }
    : { name: 'read', arguments: JSON.stringify({ url: `${siteUrl}/page/1` }) };
  const message = tools
    ? { role: 'assistant', content: null, tool_calls: [{ index: 0, id: 'call', type: 'function', function: call }] }
    : { role: 'assistant', content: JSON.stringify(data) };
  return {
    id: 'chat',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'small',
    usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  };
}

let server = await open();
let teamKey = await addKey('first', 'search');
for (const [name, target] of Object.entries({
  pages: { type: 'scrape', urls: [`${siteUrl}/page/1`, `${siteUrl}/page/2`] },
  site: { type: 'crawl', url: siteUrl, crawlOptions: { limit: 4 } },
})) {
  const monitor = { name, schedule: { cron: '0 * * * *' }, targets: [target], retentionDays: 2 };
  await api('POST', '/v2/monitor', { ...monitor, webhook: { url: `${siteUrl}/hook` } });
}

for (round = 1; round <= options.rounds; round++) {
  await work();
  if (options.restartsAfter.includes(round)) await restart();
  if (options.movesClock) await server.clock.advance(HOUR_MS);
  if (round % MEASURED_EVERY === 0) await measure();
}
await settled();
const { problems } = (await admin('GET', 'check')).data as { problems: string[] };
for (const id of unfinishedEvents) failures.push(`The end of ${id} was not delivered.`);
await server.close();
site.close();
model.close();
const report: WeekReport = { measures, jobs, failures, strangeLines, problems, events };
if (process.send) process.send(report);
else console.log(JSON.stringify(report, undefined, 1));

function open(): Promise<LocalServer> {
  return createLocalServer({
    storage: options.storage,
    clock,
    adminKey: ADMIN_KEY,
    keylessCalls: 50,
    allowPrivateNetworks: true,
    browser: options.usesBrowser ? undefined : 'off',
    allowCode: true,
    modelUrl,
    modelName: 'small',
    webhookSecret: 'secret-of-the-webhooks',
    check: true,
    pageRetentionDays: 1,
    drainSeconds: 5,
    logFormat: 'json',
    log: noteLine,
  });
}

function noteLine(line: string): void {
  const { path, status, failed, message } = JSON.parse(line) as Record<
    'path' | 'failed' | 'message',
    string | undefined
  > & {
    status?: number;
  };
  if (path !== undefined && status !== undefined && status < 500 && failed === undefined) return;
  if (!EXPLAINED.some((explained) => explained.test(message ?? ''))) strangeLines.push(line);
}

/** One call; returns the body of its answer. */
async function request(method: string, path: string, key: string | undefined, body?: unknown): Promise<Answer> {
  const headers = { ...(key && { authorization: `Bearer ${key}` }), 'content-type': 'application/json' };
  const response = await server.fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { httpStatus: response.status, ...((await response.json()) as object) };
}

type Answer = { readonly httpStatus: number } & Record<string, unknown>;

async function api(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await request(method, path, teamKey, body);
  if (answer.httpStatus !== 200) failures.push(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

function admin(method: string, path: string, body?: unknown): Promise<Answer> {
  return request(method, `/_local/${path}`, ADMIN_KEY, body);
}

async function addKey(name: string, team: string): Promise<string> {
  return ((await admin('POST', 'keys', { name, team })).data as { key: string }).key;
}

/** Some calls of each kind, several at once, until all that they started has ended. */
async function work(): Promise<void> {
  const started = await Promise.all([
    startCrawl(SITE_PAGES),
    startCrawl(2),
    startBatch(),
    startBatch(),
    startAgent(),
    startExtract(),
  ]);
  await Promise.all([
    api('POST', '/v2/scrape', { url: `${siteUrl}/page/${round % SITE_PAGES}` }),
    api('POST', '/v2/scrape', {
      url: `${siteUrl}/page/1`,
      maxAge: 0,
      formats: ['markdown', 'links', 'changeTracking'],
    }),
    api('POST', '/v2/search', { query: 'knots', limit: 5 }),
    api('POST', '/v2/map', { url: siteUrl }),
    api('GET', '/v2/team/activity?limit=5'),
    api('GET', '/v2/team/credit-usage/historical?byApiKey=true'),
    parseFile(),
    uploadFile(),
    ...(options.usesBrowser ? [showPage(), useSession()] : []),
    request('POST', '/v2/scrape', undefined, { url: `${siteUrl}/page/3` }),
    request('POST', '/v2/scrape', teamKey, { url: 7 }),
    request('GET', '/v2/crawl/00000000-0000-4000-8000-000000000000', teamKey),
  ]);
  for (const job of started) await ended(job);
  if (round % 24 === 0) await changeKey();
}

async function changeKey(): Promise<void> {
  const previous = `key ${round - 24}`.replaceAll(' ', '-');
  teamKey = await addKey(`key-${round}`, 'search');
  await admin('DELETE', `keys/${round === 24 ? 'first' : previous}`);
}

interface StartedJob {
  readonly path: string;
  /** The pages that it has to read; undefined for the jobs of a language model. */
  readonly completed: number | undefined;
}

async function startCrawl(limit: number): Promise<StartedJob> {
  const webhook = { url: `${siteUrl}/hook`, events: ['started', 'page', 'completed'] };
  const { id } = await api('POST', '/v2/crawl', { url: `${siteUrl}/`, limit, webhook });
  unfinishedEvents.add(String(id));
  return { path: `/v2/crawl/${id}`, completed: limit };
}

async function startBatch(): Promise<StartedJob> {
  const urls = [1, 2, 3].map((page) => `${siteUrl}/page/${page}?round=${round % 48}`);
  const { id } = await api('POST', '/v2/batch/scrape', { urls: [...urls, `${siteUrl}/missing`] });
  return { path: `/v2/batch/scrape/${id}`, completed: urls.length + 1 };
}

async function startAgent(): Promise<StartedJob> {
  const { id } = await api('POST', '/v2/agent', { prompt: `The knots of ${siteUrl}/page/1` });
  return { path: `/v2/agent/${id}`, completed: undefined };
}

async function startExtract(): Promise<StartedJob> {
  const { id } = await api('POST', '/v2/extract', { urls: [`${siteUrl}/page/2`], prompt: 'The knots' });
  return { path: `/v2/extract/${id}`, completed: undefined };
}

/** Uploads a file at the URL that the service gives for it, and parses it. */
async function uploadFile(): Promise<void> {
  const { uploadUrl, uploadRef } = (await api('POST', '/v2/parse/upload-url', { filename: 'file.md' })).data as {
    uploadUrl: string;
    uploadRef: string;
  };
  const { status } = await server.fetch(uploadUrl, { method: 'PUT', body: `# File ${round}` });
  if (status !== 200) failures.push(`upload: ${status}`);
  await api('POST', '/v2/parse', { uploadRef });
}

async function showPage(): Promise<void> {
  await api('POST', '/v2/scrape', {
    url: `${siteUrl}/page/4?shown=${round}`,
    waitFor: 1,
    formats: ['markdown', 'screenshot'],
  });
}

async function useSession(): Promise<void> {
  const { id } = await api('POST', '/v2/interact', {});
  const code = `await page.goto('${siteUrl}/page/5'); page.title()`;
  const { result } = await api('POST', `/v2/interact/${id}/execute`, { code });
  if (result !== 'Page /page/5') failures.push(`A session says ${JSON.stringify(result)}.`);
  await api('DELETE', `/v2/interact/${id}`);
}

async function parseFile(): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([`<h1>File ${round}</h1><p>Text</p>`], { type: 'text/html' }), 'file.html');
  const headers = { authorization: `Bearer ${teamKey}` };
  const response = await server.fetch(`${server.url}/v2/parse`, { method: 'POST', headers, body: form });
  if (response.status !== 200) failures.push(`parse: ${response.status} ${await response.text()}`);
}

async function ended({ path, completed }: StartedJob): Promise<void> {
  for (;;) {
    const state = await api('GET', path);
    if (state.httpStatus !== 200) return;
    if (state.status === 'completed' && state.completed === completed) break;
    if (state.status !== 'scraping' && state.status !== 'processing') {
      failures.push(`${path} is ${state.status} with ${state.completed} of ${completed}: ${state.error}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const kind = path.split('/')[2] ?? '';
  jobs[kind] = (jobs[kind] ?? 0) + 1;
}

/** Stops the server while jobs run, and goes on with the next one. */
async function restart(): Promise<void> {
  pageDelayMs = 50;
  const crawls = Array.from({ length: JOBS_AT_RESTART }, () => startCrawl(SITE_PAGES));
  const started = await Promise.all([...crawls, startAgent(), startExtract()]);
  await server.drain();
  await server.close();
  pageDelayMs = 0;
  server = await open();
  for (const job of started) await ended(job);
}

/** Waits until nothing runs or waits. */
async function settled(): Promise<void> {
  for (;;) {
    const text = await (
      await server.fetch(`${server.url}/_local/metrics`, { headers: { authorization: `Bearer ${ADMIN_KEY}` } })
    ).text();
    const open = [...text.matchAll(/^trawl_queue_tasks\{.*\} (\d+)$/gm)].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
    if (open === 0) return;
    // An event that was refused is sent again after some seconds.
    await server.clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function measure(): Promise<void> {
  await settled();
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const sizeOf = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1e6;
  measures.push({
    round,
    residentMegabytes: Math.round(rss / 1e6),
    heapMegabytes: Math.round(heapUsed / 1e6),
    storageMegabytes: Math.round(sizeOf(options.storage) * 10) / 10,
    logMegabytes: Math.round(sizeOf(`${options.storage}-wal`) * 10) / 10,
  });
  if (!process.send) console.error(JSON.stringify(measures.at(-1)));
}
