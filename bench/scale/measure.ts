import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Trawl } from '@trawl/sdk';
import { WebSocket } from 'undici';
import { firstMessage } from '../first-message.js';
import { type Service, startService } from '../local/service.js';
import { startSite } from '../local/start-site.js';
import { word } from '../local/words.js';
import { median } from '../median.js';
import { processorSeconds } from '../nodes/processor-time.js';
import type { Row } from '../table.js';
import { type Cost, growthRow, rounded } from './growth.js';

export const SHORT_SIZES = [1_000, 10_000];
export const LONG_SIZES = [1_000, 10_000, 100_000];

const ROUNDS = 7;
const FOLLOWERS = [1, 10, 100];
const PAGES_TO_FOLLOW = 200;
/** How long the receiver of the events takes to answer. */
const RECEIVER_MS = 200;
const PAGES_WITH_EVENTS = 100;
const MONITORS = 500;
const HOUR_MS = 3_600_000;
/** The most that 95 of 100 questions for the life of the service may take, and each of them. */
const MOST_P95_MS = 100;
const MOST_MS = 300;

/** What grows with the pages that are stored, with those who follow a job, with events and with monitors. */
export async function measureScale(sizes: readonly number[]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-scale-'));
  const file = join(folder, 'storage.db');
  const site = await startSite(Math.max(...sizes) + PAGES_TO_FOLLOW);
  const receiver = await startReceiver();
  const service = await startService(['--storage', file]);
  const trawl = new Trawl({ baseUrl: service.url });
  try {
    const rows = await measurePages({ service, trawl, file, site: site.url, sizes });
    rows.push(await measureFollowers(service, trawl, site.url));
    rows.push(await measureEvents(trawl, site.url, receiver.url));
    rows.push(await measureEverything(service, trawl, site.url, receiver.url));
    return rows;
  } finally {
    service.stop();
    receiver.stop();
    site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface PageBench {
  readonly service: Service;
  readonly trawl: Trawl;
  readonly file: string;
  readonly site: string;
  readonly sizes: readonly number[];
}

/** Crawls the site up to each size, and asks then for what may take longer with more pages. */
async function measurePages({ service, trawl, file, site, sizes }: PageBench): Promise<Row[]> {
  const costs = new Map<string, Cost[]>();
  const note = (what: string, size: number, cost: number) =>
    costs.set(what, [...(costs.get(what) ?? []), { size, cost }]);
  let known = 0;
  for (const size of sizes) {
    const [cpuBefore, bytesBefore] = [processorSeconds(service.pid), bytesOf(file)];
    const writtenBefore = writtenBytes(service.pid);
    // Pages that are stored come from there, so that only new ones cost a fetch.
    await crawled(trawl, { url: site, limit: size });
    note('CPU of a page, ms', size, ((processorSeconds(service.pid) - cpuBefore) * 1000) / (size - known));
    note('The file for a page, kB', size, (bytesOf(file) - bytesBefore) / 1000 / (size - known));
    const written = writtenBytes(service.pid) - writtenBefore;
    if (written > 0) note('Written to the disk for a page, kB', size, written / 1000 / (size - known));
    note('A search for a common word, ms', size, await medianOf(() => trawl.search(word(0), { limit: 10 })));
    note('A search for a rare word, ms', size, await medianOf(() => trawl.search(word(20_000), { limit: 10 })));
    const map = { sitemap: 'skip', limit: 10 } as const;
    note('A map of ten pages, ms', size, await medianOf(() => trawl.map(site, map)));
    note('A map with a search, ms', size, await medianOf(() => trawl.map(site, { ...map, search: word(20_000) })));
    known = size;
  }
  return [...costs].map(([what, list]) => {
    const [name = '', unit = ''] = what.split(', ');
    return growthRow(name, unit, list);
  });
}

/** What a page costs the service with more and more who follow the job. */
async function measureFollowers(service: Service, trawl: Trawl, site: string): Promise<Row> {
  const costs: Cost[] = [];
  for (const count of FOLLOWERS) {
    const urls = Array.from({ length: PAGES_TO_FOLLOW }, (_, page) => `${site}page/${page}`);
    const { id } = await trawl.batches.start({ urls, maxAge: 0, maxConcurrency: 2 });
    const before = processorSeconds(service.pid);
    const sockets = Array.from(
      { length: count },
      () => new WebSocket(`${service.url.replace('http', 'ws')}/v2/batch/scrape/${id}`),
    );
    await Promise.all(sockets.map((socket) => closed(socket)));
    costs.push({ size: count, cost: ((processorSeconds(service.pid) - before) * 1000) / PAGES_TO_FOLLOW });
  }
  return growthRow('CPU of a page that is followed', 'ms', costs);
}

/** How many events a slow receiver gets in a second. */
async function measureEvents(trawl: Trawl, site: string, receiver: string): Promise<Row> {
  const urls = Array.from({ length: PAGES_WITH_EVENTS }, (_, page) => `${site}page/${page}`);
  const startedAt = performance.now();
  await trawl.batches.start({ urls, webhook: { url: `${receiver}/events` } });
  const { events } = await ended(receiver, 'batch_scrape.completed');
  const rate = events / ((performance.now() - startedAt) / 1000);
  return {
    what: `Events for a receiver that takes ${RECEIVER_MS} ms`,
    ours: `${rounded(rate)} a second`,
    theirs: `${rounded(1000 / RECEIVER_MS)} one after the other`,
    target: { words: '≥ 5×', isMet: rate >= (5 * 1000) / RECEIVER_MS },
  };
}

/** How soon the service answers while it crawls, searches, maps, is followed, sends events, and hundreds of monitors are due. */
async function measureEverything(service: Service, trawl: Trawl, site: string, receiver: string): Promise<Row> {
  for (let monitor = 0; monitor < MONITORS; monitor++) {
    const targets = [{ type: 'scrape' as const, urls: [`${site}page/${monitor}`] }];
    await trawl.monitors.create({ name: `Monitor ${monitor}`, schedule: { cron: '0 * * * *' }, targets });
  }
  const liveness = startLiveness(service.url);
  const { id } = await trawl.crawls.start({
    url: site,
    limit: 2_000,
    scrapeOptions: { maxAge: 0 },
    webhook: { url: `${receiver}/everything` },
  });
  const sockets = Array.from(
    { length: 20 },
    () => new WebSocket(`${service.url.replace('http', 'ws')}/v2/crawl/${id}`),
  );
  await sleep(1_000);
  const body = JSON.stringify({ advanceMs: HOUR_MS });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${service.url}/_local/clock`, { method: 'POST', headers, body });
  for (let isRunning = true; isRunning; ) {
    for (const rank of [0, 7, 300, 20_000]) await trawl.search(`${word(rank)} ${word(rank + 1)}`, { limit: 10 });
    await trawl.map(site, { sitemap: 'skip', limit: 10 });
    isRunning = (await trawl.crawls.get(id, { limit: 1 })).status === 'scraping';
  }
  for (const socket of sockets) socket.close();
  const times = (await liveness()).sort((one, other) => one - other);
  const [p95 = 0, worst = 0] = [times[Math.floor(times.length * 0.95)], times.at(-1)];
  return {
    what: `An answer of \`/_local/live\` under everything, with ${MONITORS} monitors of the same minute`,
    ours: `${rounded(p95)} ms at p95, ${rounded(worst)} ms the longest of ${times.length}`,
    theirs: '',
    target: { words: `≤ ${MOST_P95_MS} and ${MOST_MS} ms`, isMet: p95 <= MOST_P95_MS && worst <= MOST_MS },
  };
}

function closed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => socket.addEventListener('close', () => resolve(), { once: true }));
}

async function crawled(trawl: Trawl, request: { readonly url: string; readonly limit: number }): Promise<void> {
  const { id } = await trawl.crawls.start(request);
  while ((await trawl.crawls.get(id, { limit: 1 })).status === 'scraping') await sleep(500);
}

async function medianOf(work: () => PromiseLike<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

function bytesOf(file: string): number {
  return [file, `${file}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** The bytes that a process has written to disks so far; 0 where the system does not tell. */
function writtenBytes(pid: number): number {
  const counts = `/proc/${pid}/io`;
  if (!existsSync(counts)) return 0;
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(counts, 'utf8'))?.[1] ?? 0);
}

/** A receiver of events that takes its time. `GET` waits for the event of a type, and tells how many came until then. */
async function startReceiver() {
  let events = 0;
  const types = new Set<string>();
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const type = new URL(request.url ?? '', 'http://receiver').searchParams.get('type') ?? '';
      while (!types.has(type)) await sleep(20);
      response.end(JSON.stringify({ events }));
      return;
    }
    let text = '';
    for await (const chunk of request) text += chunk;
    events += 1;
    types.add(/"type":"([^"]+)"/.exec(text)?.[1] ?? '');
    await sleep(RECEIVER_MS);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function ended(receiver: string, type: string): Promise<{ readonly events: number }> {
  return (await fetch(`${receiver}/?type=${type}`)).json() as Promise<{ readonly events: number }>;
}

/** Asks for the life of the service until the returned function is called, which resolves to the milliseconds of each answer. */
function startLiveness(url: string): () => Promise<number[]> {
  const program = fileURLToPath(new URL('liveness.ts', import.meta.url));
  const child: ChildProcess = fork(program, [url], { execArgv: ['--import', 'tsx'] });
  return async () => {
    const times = firstMessage(child);
    child.send('stop');
    const list = (await times) as number[];
    child.disconnect();
    return list;
  };
}
