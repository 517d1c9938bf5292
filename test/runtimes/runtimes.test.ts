import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLocalServer } from '@trawl/local';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';
import { bundle } from '../../scripts/shared/bundle.js';
import { Project } from '../../scripts/shared/project.js';
import { type Service, startService } from '../../scripts/shared/service.js';
import { REPORT, REQUESTS, SITE_PAGES } from './expected.js';
import { installPlatforms, type Platform, programOf } from './install.js';
import { withWorker } from './workerd.js';

const IMPORTS = `import * as sdk from '@trawl/sdk';\nimport { program } from './program.mjs';`;

const MAIN = `${IMPORTS}
const baseUrl = globalThis.Deno?.args[0] ?? process.argv[2];
console.log(JSON.stringify(await program(sdk, baseUrl)));`;

const WORKER = `${IMPORTS}
export default {
  async fetch(request) {
    return Response.json(await program(sdk, new URL(request.url).searchParams.get('baseUrl')));
  },
};`;

const PAGE = `${IMPORTS}
globalThis.report = program(sdk, location.origin);`;

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

const project = new Project();
let service: Service;

beforeAll(async () => {
  await project.installPacked('sdk', 'client');
  project.write('program.mjs', readFileSync(new URL('program.mjs', import.meta.url), 'utf8'));
  project.write('main.mjs', MAIN);
  service = await startService(SITE_PAGES);
}, 120_000);

afterEach(() => {
  service.requests.length = 0;
});

afterAll(async () => {
  await service.close();
  project.remove();
});

describe('the installed SDK searches, scrapes and crawls', () => {
  it(`on Node ${process.versions.node}`, async () => {
    expect(await project.run('main.mjs', service.url)).toEqual(REPORT);
    expect(service.requests).toEqual(REQUESTS);
  });

  const platforms: [Platform, string[]][] = [
    ['Node 22', []],
    ['Node 24', []],
    ['Bun', []],
    ['Deno', ['run', '--allow-net=127.0.0.1']],
  ];
  it.for(platforms)('on %s', async ([platform, args], { skip }) => {
    const executable = programOf(platform) ?? skip();
    expect(await project.runWith(executable, ...args, 'main.mjs', service.url)).toEqual(REPORT);
    expect(service.requests).toEqual(REQUESTS);
  });

  it('on workerd, without its compatibility with Node.js', async ({ skip }) => {
    const workerd = programOf('workerd') ?? skip();
    const worker = await bundle(WORKER, project.folder, 'neutral');
    const report = await withWorker(workerd, project.folder, worker, async (url) =>
      (await fetch(`${url}/?baseUrl=${service.url}`)).json(),
    );
    expect(report).toEqual(REPORT);
    expect(service.requests).toEqual(REQUESTS);
  });

  it('in Chromium', async ({ skip }) => {
    const browser = await chromium.launch(browserOptions() ?? skip());
    try {
      const page = await browser.newPage();
      // A page of the service's own origin: whether others may ask is up to each service.
      await page.route(`${service.url}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
      await page.goto(service.url);
      await page.addScriptTag({ content: await bundle(PAGE, project.folder, 'browser'), type: 'module' });
      expect(await page.evaluate('globalThis.report')).toEqual(REPORT);
      expect(service.requests).toEqual(REQUESTS);
    } finally {
      await browser.close();
    }
  });
});

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
    // A watcher without a WebSocket asks for the state again and again.
    const states = lines.filter((line) => / GET \/v2\/(crawl|batch)\//.test(line)).map((line) => line.slice(0, 3));
    expect(states).toEqual(['200', '200', '404']);
  },
);
