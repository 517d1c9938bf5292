import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMovableClock } from '@trawl/base/clock';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/sqlite.js';
import { linksTo, type Page, site } from '../crawl/site.js';
import { bundledProgram } from '../program.js';
import { reportedResults, storedResults } from './monitor-results.js';
import { receiver } from './receiver.js';
import { startService, TEAM } from './service.js';

const PATHS = ['/', ...Array.from({ length: 9 }, (_, index) => `/${index + 1}`)];

/** Pages that take a moment, each with a link to the next. */
function chain() {
  const page =
    (next: string): Page =>
    (_, response) =>
      setTimeout(() => response.end(linksTo(next)), 5);
  return site(Object.fromEntries(PATHS.map((path, index) => [path, page(PATHS[index + 1] ?? '/')])));
}

test.each([1, 10, 20])('after a kill at event %i the next server finishes the rest', async (count) => {
  const { url } = await chain();
  const hook = await receiver();
  const webhook = { url: hook.url };
  const crawl = { url: `${url}/`, webhook, sitemap: 'skip', ignoreRobotsTxt: true, scrapeOptions: { maxAge: 0 } };
  const targets = [{ type: 'scrape', urls: PATHS.map((path) => url + path) }];
  const monitor = { name: 'Chain', schedule: { cron: '0 0 1 1 *' }, targets, webhook };
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-killed-')), 'storage.db');
  const parameters = [bundledProgram('service-until-killed'), file, JSON.stringify(crawl), JSON.stringify(monitor)];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => hook.events.length, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(count);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const database = openDatabase(file);
  const service = startService(database, createMovableClock());
  onTestFinished(async () => {
    await service.close();
    database.close();
  });
  await service.settled();
  const job = database.get<{ id: string }>("select id, status, completed from jobs where kind <> 'webhook'");
  if (job) {
    expect(job).toMatchObject({ status: 'completed', completed: PATHS.length });
    const charged = 'select credits from ledger where team = ? and job_id = ?';
    expect(database.get(charged, TEAM, job.id)).toEqual({ credits: PATHS.length });
    const pages = hook.events.filter(({ type }) => type === 'crawl.page');
    expect(new Set(pages.map(({ webhookId }) => webhookId)).size).toBe(PATHS.length);
  }
  expect(reportedResults(hook.events)).toEqual(storedResults(service));
  expect(service.logged).toEqual([]);
});
