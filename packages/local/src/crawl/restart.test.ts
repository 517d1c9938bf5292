import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { crawls, outcome, TEAM } from '../../test/crawl/crawls.js';
import { linksTo, type Page, site } from '../../test/crawl/site.js';
import { bundledProgram } from '../../test/program.js';
import { openDatabase } from '../store/sqlite/sqlite.js';

const PAGES = 60;

/** A site whose pages link to the next two, and answer after a short time. */
function slowSite() {
  const page =
    (index: number): Page =>
    (_, response) =>
      setTimeout(() => response.end(linksTo(`/${index + 1}`, `/${index + 2}`)), 15);
  const pages = Array.from({ length: PAGES }, (_, index) => [`/${index + 1}`, page(index + 1)] as const);
  return site({ '/': linksTo('/1', '/2'), ...Object.fromEntries(pages) });
}

/** Crawls in another process, and kills it after the given number of visits. */
async function killedCrawl(file: string, start: Awaited<ReturnType<typeof slowSite>>, visits: number): Promise<string> {
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    [bundledProgram('crawl-until-killed'), file, `${start.url}/`, TEAM],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [id] = await once(child.stdout.setEncoding('utf8'), 'data');
  await expect.poll(() => start.visits.length, { timeout: 20_000, interval: 2 }).toBeGreaterThan(visits);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return String(id).trim();
}

test('a crawl whose process was killed resumes, and scrapes no stored page again', async () => {
  const start = await slowSite();
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-crawl-')), 'storage.db');
  const id = await killedCrawl(file, start, 25);

  const database = openDatabase(file);
  const had = database
    .all<{ packed: Uint8Array }>('select packed from page_job_documents order by position')
    .map(({ packed }) => new URL(JSON.parse(inflateRawSync(packed).toString()).metadata.url).pathname);
  expect(had.length).toBeGreaterThan(10);
  expect(had.length).toBeLessThan(PAGES);
  const before = start.visits.length;

  const all = crawls({ database });
  const result = await outcome(all, id);
  expect(result).toMatchObject({ status: 'completed', errors: [], blocked: [] });
  expect(new Set(result.paths).size).toBe(result.completed);
  // The last pages link to two missing pages, which are pages with status 404.
  expect(result.completed).toBe(PAGES + 3);
  expect(result.documents.slice(0, had.length).map(({ metadata }) => new URL(metadata?.url ?? '').pathname)).toEqual(
    had,
  );
  expect(start.visits.slice(before).filter((path) => had.includes(path))).toEqual([]);
}, 60_000);

test('a crawl whose server was closed resumes in the next, without an error', async () => {
  const start = await slowSite();
  const database = openDatabase();
  const first = crawls({ database });
  const { id } = await first.jobs.crawl({ team: TEAM }, { url: `${start.url}/`, scrapeOptions: {}, maxConcurrency: 4 });
  await expect.poll(() => start.visits.length, { timeout: 20_000, interval: 2 }).toBeGreaterThan(10);
  await first.engine.close();
  const { status, completed } = (await first.jobs.state(TEAM, id)).job;
  expect(status).toBe('running');
  expect(completed).toBeLessThan(PAGES);
  const before = start.visits.length;

  const result = await outcome(crawls({ database }), id);
  expect(result).toMatchObject({ status: 'completed', completed: PAGES + 3, errors: [] });
  expect(start.visits.slice(before).filter((path) => path !== '/robots.txt' && path !== '/sitemap.xml')).toHaveLength(
    PAGES + 3 - completed,
  );
}, 60_000);

test('a closed server starts no job and adds to none, for a request that it still handles', async () => {
  const start = await site({ '/': linksTo() });
  const { jobs, engine, parts } = crawls();
  const request = { url: `${start.url}/`, scrapeOptions: {} };
  const batch = await jobs.batch({ team: TEAM }, request, [request.url]);
  await engine.ended(batch.id);
  await engine.close();
  const refusal = { code: 'unavailable', message: expect.stringContaining('Send it again') };
  await expect(jobs.crawl({ team: TEAM }, { ...request, crawl: {} })).rejects.toMatchObject(refusal);
  await expect(jobs.append({ team: TEAM }, batch.id, [request.url])).rejects.toMatchObject(refusal);
  expect(parts.database.all('select id from jobs')).toHaveLength(1);
});
