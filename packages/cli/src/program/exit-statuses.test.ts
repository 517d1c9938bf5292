import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../commands/index.js';
import { run } from './program.js';

const ID = '01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b';
const URL_OF_PAGE = 'https://a.example/';

let folder: string;
let server: Server;
let baseUrl: string;
/** What the service answers to every request. */
let answer: { readonly status: number; readonly body: string; readonly type?: string };
let shown: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trawl-statuses-'));
  writeFileSync(join(folder, 'a.html'), '<p>A</p>');
  server = createServer((request, response) => {
    request.resume();
    // Calls that may be repeated are repeated at once.
    const headers = { 'content-type': answer.type ?? 'application/json', 'retry-after-ms': '0' };
    response.writeHead(answer.status, headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const variable of ['TRAWL_BASE_URL', 'FIRECRAWL_API_URL', 'TRAWL_API_KEY']) vi.stubEnv(variable, '');
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text: unknown, ...others: unknown[]) => {
      shown += text;
      const callback = others.find((one) => typeof one === 'function');
      if (callback) process.nextTick(callback as () => void);
      return true;
    });
});

beforeEach(() => {
  shown = '';
});

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** What each command is called with, so that it sends something. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  search: ['anchor'],
  scrape: [URL_OF_PAGE],
  crawl: [URL_OF_PAGE],
  map: [URL_OF_PAGE],
  batch: [URL_OF_PAGE],
  parse: ['FILE'],
  interact: [ID, '--code', '1'],
  agent: ['prices'],
  extract: [URL_OF_PAGE, '--prompt', 'prices'],
  'monitor create': ['--body', 'BODY'],
  'monitor get': [ID],
  'monitor update': [ID, '--status', 'paused'],
  'monitor delete': [ID],
  'monitor run': [ID],
  'monitor checks': [ID],
  'monitor check': [ID, ID],
  'support ask': ['why'],
  'support docs': ['how'],
  'team set-threat-protection': ['--mode', 'normal'],
};

const callOf = (name: string): string[] => {
  const files: Readonly<Record<string, string>> = { FILE: join(folder, 'a.html'), BODY: join(folder, 'monitor.json') };
  const args = (ARGUMENTS[name] ?? []).map((word) => files[word] ?? word);
  return [...name.split(' '), ...args, '--base-url', baseUrl];
};

const failure = (status: number) => ({ status, body: JSON.stringify({ success: false, error: 'No.' }) });

describe('every command ends with the status of its failure', () => {
  beforeAll(() => {
    const targets = [{ type: 'scrape', urls: [URL_OF_PAGE] }];
    const monitor = { name: 'Prices', schedule: { cron: '0 * * * *' }, targets };
    writeFileSync(join(folder, 'monitor.json'), JSON.stringify(monitor));
  });

  it.each([
    [400, 2],
    [401, 3],
    [402, 4],
    [403, 3],
    [404, 5],
    [408, 7],
    [410, 5],
    [429, 6],
    [500, 1],
  ])('%i of the service is %i', async (httpStatus, status) => {
    answer = failure(httpStatus);
    for (const { name } of commands) expect([name, await run(callOf(name))]).toEqual([name, status]);
    if (status !== 5) expect(await run(['doctor', '--base-url', baseUrl])).toBe(status);
  });

  it('a server that is not the API is none that did something', async () => {
    answer = { status: 200, body: '<h1>Welcome</h1>', type: 'text/html' };
    for (const { name } of commands) expect([name, await run(callOf(name))]).not.toEqual([name, 0]);
    expect(await run(['doctor', '--base-url', baseUrl])).not.toBe(0);
  });

  it('of a service that is not there, and of a command line that is wrong', async () => {
    const closed = 'http://127.0.0.1:1';
    const statuses = await Promise.all(
      commands.map(async ({ name }) => [name, await run([...callOf(name), '--base-url', closed])]),
    );
    expect(statuses).toEqual(commands.map(({ name }) => [name, 9]));
    for (const { name } of commands) expect([name, await run([...callOf(name), '--nothing'])]).toEqual([name, 2]);
  });
});

describe('an address with a password is refused, and not printed', () => {
  const address = 'https://user:secret@a.example/';

  it.each([
    ['scrape', address],
    ['scrape', 'user:secret@a.example'],
    ['crawl', address],
    ['map', address],
    ['batch', URL_OF_PAGE, address],
    ['extract', address, '--prompt', 'prices'],
    ['interact', address, '--code', '1'],
    ['monitor', 'create', address, '--every', '1h'],
    ['batch', '@LIST'],
    ['map', '--body', 'URLS'],
  ])('%s %s', async (...words) => {
    const [list, body] = [join(folder, 'list.txt'), join(folder, 'body.json')];
    writeFileSync(list, `${URL_OF_PAGE}\nftp://user:secret@:x/\n`);
    writeFileSync(body, JSON.stringify({ url: address }));
    const args = words.map((word) => word.replace('LIST', list).replace('URLS', body));
    for (const flags of [[], ['--json'], ['--dry-run']])
      expect(await run([...args, '--base-url', 'http://127.0.0.1:1', ...flags])).toBe(2);
    expect(shown).toContain('is a URL with a name or a password');
    expect(shown).not.toContain('secret');
  });
});

describe('no command ends with 0 when nothing was done', () => {
  it.each([
    ['a map without a URL', ['map', URL_OF_PAGE], { success: true, links: [], warning: 'It could not be read.' }],
    ['a map that says nothing', ['map', URL_OF_PAGE], { success: true }],
    ['a search without a result', ['search', 'anchor'], { success: true, data: { web: [] } }],
    ['the same in JSON', ['search', 'anchor', '--json'], { success: true, data: { web: [] }, warning: 'No index.' }],
    ['a job without a page', ['crawl', '--resume', ID], { success: true, status: 'completed', total: 0, data: [] }],
    ['a batch without a page', ['batch', '--resume', ID], { success: true, status: 'completed', total: 0, data: [] }],
    [
      'a job whose pages robots.txt forbids',
      ['crawl', '--resume', ID],
      { success: true, status: 'completed', total: 0, data: [], errors: [], robotsBlocked: [URL_OF_PAGE] },
    ],
  ])('%s', async (_, args, body) => {
    answer = { status: 200, body: JSON.stringify(body) };
    expect(await run([...args, '--base-url', baseUrl])).toBe(1);
  });
});

it('a crawl ends with what the service says of its end', async () => {
  const warning = 'Links to 3 images were left out.';
  const data = [{ markdown: 'A', metadata: { url: URL_OF_PAGE, statusCode: 200 } }];
  answer = {
    status: 200,
    body: JSON.stringify({ success: true, status: 'completed', total: 1, completed: 1, data, warning }),
  };
  expect(await run(['crawl', '--resume', ID, '--base-url', baseUrl])).toBe(0);
  expect(shown).toContain(warning);
});

describe('doctor', () => {
  it.each<[string, string, typeof answer, RegExp]>([
    [
      'a web server',
      '',
      { status: 404, body: '<h1>Not found</h1>', type: 'text/html' },
      /Check that --base-url is the API/,
    ],
    ['a server with another API', '', { status: 404, body: '{"error":"Not found"}' }, /Check .*--base-url is the API/],
    [
      'an address with the version',
      '/v2',
      { status: 404, body: '{"success":false,"error":"Not found"}' },
      /Leave \/v2 out of --base-url: every path begins with it\./,
    ],
  ])('fails at %s', async (_, path, response, advice) => {
    answer = response;
    expect(await run(['doctor', '--base-url', `${baseUrl}${path}`])).toBe(5);
    expect(shown).toMatch(advice);
  });

  it('finds a service that counts no credits', async () => {
    const calls: string[] = [];
    server.prependListener('request', ({ method, url }) => {
      calls.push(`${method} ${url}`);
      answer = failure(method === 'POST' ? 400 : 404);
    });
    expect(await run(['doctor', '--base-url', baseUrl])).toBe(0);
    expect(calls).toContain('POST /v2/scrape');
    expect(shown).toMatch(/reached; it answered the question for credits with 404/);
    server
      .listeners('request')
      .slice(0, 1)
      .forEach((listener) => void server.off('request', listener as () => void));
  });
});
