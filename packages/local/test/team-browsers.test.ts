import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { eventually } from './eventually.js';
import { bearer, call, startServer } from './server.js';

const TEAMS = ['anna', 'bob', 'carol'] as const;
type Team = (typeof TEAMS)[number];

/** The browsers that this process has started. */
function browsers(): Set<number> {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return new Set(children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--user-data-dir')));
}

// It reads `/proc`.
describe.skipIf(!browserOfMachine() || process.platform !== 'linux')('browsers of teams', { timeout: 90_000 }, () => {
  async function start(options: object = {}): Promise<LocalServer> {
    const settings = { apiKeys: TEAMS, allowPrivateNetworks: true, allowCode: true, teamBrowsers: 2 };
    return startServer({ ...settings, browser: undefined, ...options });
  }

  async function startSite(): Promise<string> {
    const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Tea</h1>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      site.closeAllConnections();
      site.close();
    });
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  }

  /** Does work; resolves to its result and the browsers that were started meanwhile. */
  async function started<Result>(work: () => Promise<Result>): Promise<[Result, number[]]> {
    const before = browsers();
    const result = await work();
    return [result, [...browsers()].filter((pid) => !before.has(pid))];
  }

  test('sessions of a team share a process with nobody, and a call beyond their number is refused', async () => {
    const [server, url] = await Promise.all([start(), startSite()]);
    const callOf = (team: Team, line: string, body: object) => call(server, line, { body, headers: bearer(team) });
    const open = (team: Team) => callOf(team, 'POST /v2/interact', {});
    const read = (team: Team, id: unknown) =>
      callOf(team, `POST /v2/interact/${id}/execute`, { code: 'agent-browser get url', language: 'bash' });

    const [anna, annas] = await started(() => open('anna'));
    const [, again] = await started(() => open('anna'));
    const [bob, bobs] = await started(() => open('bob'));
    expect([annas.length, again.length, bobs.length]).toEqual([1, 0, 1]);
    expect(await open('carol')).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('`teamBrowsers`') },
    });

    const [scraped, shared] = await started(() => callOf('carol', 'POST /v2/scrape', { url, waitFor: 1 }));
    expect([scraped.status, shared.length]).toEqual([200, 1]);
    const [plain, none] = await started(() => callOf('anna', 'POST /v2/scrape', { url, waitFor: 1 }));
    expect([plain.status, none.length]).toEqual([200, 0]);

    process.kill(-Number(annas[0]), 'SIGKILL');
    const idOf = ({ body }: typeof anna) => (body as { id: string }).id;
    await eventually(async () => (await read('anna', idOf(anna))).status).toBeGreaterThan(400);
    expect(await read('bob', idOf(bob))).toMatchObject({ status: 200, body: { success: true } });
    // The place of the browser that has ended is free.
    await eventually(async () => (await open('carol')).status).toBe(200);
  });

  test('a page that a session may go on with is in the browser of its team, or in none that goes on', async () => {
    const [server, url] = await Promise.all([start({ teamBrowsers: 1 }), startSite()]);
    const options = { url, actions: [{ type: 'executeJavascript', script: 'window.left = 1' }] };
    const scrape = async (team: Team) => {
      const { body } = await call(server, 'POST /v2/scrape', { body: options, headers: bearer(team) });
      return (body as { data: { metadata: { scrapeId: string } } }).data.metadata.scrapeId;
    };
    const goOn = (team: Team, id: string) =>
      call(server, `POST /v2/scrape/${id}/interact`, {
        body: { code: 'agent-browser get url', language: 'bash' },
        headers: bearer(team),
      });
    const [ofAnna, annas] = await started(() => scrape('anna'));
    const [ofBob, shared] = await started(() => scrape('bob'));
    expect([annas.length, shared.length]).toEqual([1, 1]);
    const [answer, none] = await started(() => goOn('anna', ofAnna));
    expect([answer.status, none]).toEqual([200, []]);
    expect(await goOn('bob', ofBob)).toMatchObject({ status: 503 });
  });

  test('all callers of a server without keys use one browser', async () => {
    const [server, url] = await Promise.all([start({ apiKeys: [] }), startSite()]);
    const [, pids] = await started(async () => {
      await call(server, 'POST /v2/interact', { body: {} });
      await call(server, 'POST /v2/scrape', { body: { url, waitFor: 1 } });
    });
    expect(pids).toHaveLength(1);
  });
});
