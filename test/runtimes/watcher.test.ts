import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLocalServer } from '@trawl/local';
import { expect, it, onTestFinished } from 'vitest';
import { installPlatforms, programOf } from './install.js';

/** Follows jobs with the watcher of the official client, and prints what it reports. */
const WATCHER = `import { Firecrawl } from 'firecrawl';

const [apiUrl, apiKey, site] = process.argv.slice(1);
const client = new Firecrawl({ apiUrl, apiKey });

async function follow(id, kind) {
  const watcher = client.watcher(id, { kind, pollInterval: 1, timeout: 60 });
  const documents = [];
  watcher.on('document', ({ metadata }) => documents.push(metadata.sourceURL));
  const end = new Promise((resolve) => {
    watcher.on('done', ({ status, data }) => resolve({ status, data: data.length }));
    watcher.on('error', ({ error }) => resolve({ error }));
  });
  await watcher.start();
  const result = { documents: documents.sort(), ...(await end) };
  watcher.close();
  return result;
}

const crawl = await client.startCrawl(site, { limit: 3 });
const report = { crawl: await follow(crawl.id, 'crawl') };
const batch = await client.startBatchScrape([site + '/', site + '/a']);
report.batch = await follow(batch.id, 'batch');
report.unknown = await follow('00000000-0000-4000-8000-000000000000', 'crawl');
console.log(JSON.stringify(report));`;

await installPlatforms();

/** A site with a start page and two pages. `/held` comes when `ready` resolves. */
async function serveSite(ready: Promise<void>): Promise<string> {
  const server = createServer(async ({ url }, response) => {
    if (url === '/held') await ready;
    const links = url === '/' ? '<a href="/a">a</a><a href="/held">held</a>' : '';
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>The page ${url}.</p>${links}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.for(['Node 22', 'Node 24'] as const)(
  'the watcher of the official client follows jobs of the service over WebSockets, on %s',
  async (platform, { skip }) => {
    const executable = programOf(platform) ?? skip();
    let watched = () => {};
    const site = await serveSite(new Promise((resolve) => (watched = resolve)));
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      if (/ GET \/v2\/crawl\//.test(line)) watched();
    };
    await using service = await createLocalServer({ apiKeys: ['fc-key'], allowPrivateNetworks: true, log });
    const args = ['--input-type=module', '--eval', WATCHER, service.url, 'fc-key', site];
    // The folder that has the client.
    const cwd = fileURLToPath(new URL('.', import.meta.url));
    const { stdout } = await promisify(execFile)(executable, args, { cwd });
    expect(JSON.parse(stdout)).toEqual({
      crawl: { status: 'completed', data: 3, documents: [site, `${site}/a`, `${site}/held`] },
      batch: { status: 'completed', data: 2, documents: [`${site}/`, `${site}/a`] },
      unknown: { error: 'Job not found', documents: [] },
    });
    // A watcher without a WebSocket asks for the state again and again, and one with a WebSocket when that has ended. The batch
    // may have ended before.
    const states = lines.filter((line) => / GET \/v2\/(crawl|batch)\//.test(line)).map((line) => line.slice(0, 3));
    expect(['200 200 200 404', '200 200 200 200 404']).toContain(states.join(' '));
  },
);
