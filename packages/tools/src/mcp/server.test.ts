import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Trawl } from '@trawl/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMcpServer } from './server.js';

const SITE = 'https://anchors.example';

type Answer = (path: string) => Response | Promise<Response>;

/** A client of a tool server, whose service answers as told. */
async function clientOf(answer: Answer): Promise<Client> {
  const trawl = new Trawl({
    baseUrl: 'http://127.0.0.1:3002',
    maxRetries: 0,
    fetch: async (url) => answer(new URL(url).pathname),
  });
  const [forClient, forServer] = InMemoryTransport.createLinkedPair();
  await createMcpServer(trawl, { tools: 'all' }).connect(forServer);
  const client = new Client({ name: 'a-client', version: '1.0.0' });
  await client.connect(forClient);
  return client;
}

const afterMs = (ms: number, body: object): Promise<Response> =>
  new Promise((resolve) => setTimeout(() => resolve(Response.json(body)), ms));

describe('a call that takes long', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The progress that a client gets of a call. */
  async function progressOf(answer: Answer, name: string, args: object, ms: number) {
    const client = await clientOf(answer);
    vi.useFakeTimers();
    const reports: { readonly progress: number; readonly message?: string | undefined }[] = [];
    const call = client.callTool({ name, arguments: { ...args } }, undefined, {
      onprogress: (report) => reports.push(report),
    });
    await vi.advanceTimersByTimeAsync(ms);
    await call;
    await vi.advanceTimersByTimeAsync(10_000);
    await client.close();
    return reports;
  }

  it.each([
    ['search', { query: 'anchor' }, { success: true, data: { web: [] } }],
    ['map', { url: SITE }, { success: true, links: [] }],
    ['scrape', { url: SITE }, { success: true, data: { markdown: 'It holds.', metadata: {} } }],
  ])('reports progress every two seconds, until %s has answered', async (name, args, body) => {
    const reports = await progressOf(() => afterMs(5000, body), name, args, 5000);
    expect(reports.map(({ message }) => message)).toEqual(['At work for 2 seconds', 'At work for 4 seconds']);
  });

  it('goes on with the numbers of the tool', async () => {
    const id = '0b0c9f4e-52f3-4a8e-9f11-0d7f0c8a3333';
    const state = { success: true, status: 'completed', total: 4, completed: 3, data: [] };
    const answer = (path: string) =>
      path === '/v2/crawl' ? afterMs(5000, { success: true, id, url: SITE }) : afterMs(2500, state);
    const reports = await progressOf(answer, 'crawl', { url: SITE }, 7500);
    expect(reports.map(({ progress }) => progress)).toEqual([0, 0.001, 0.002, 3]);
    expect(reports.at(-1)).toMatchObject({ total: 4, message: '3 pages read' });
  });

  it('reports nothing when the answer is quick', async () => {
    const body = { success: true, data: { web: [] } };
    expect(await progressOf(() => afterMs(1500, body), 'search', { query: 'a' }, 1500)).toEqual([]);
  });
});

describe('the list of the tools', () => {
  const namesWith = async (answer: Answer): Promise<readonly string[]> => {
    const client = await clientOf(answer);
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  const able =
    (data: object): Answer =>
    () =>
      Response.json({ success: true, data });

  it.each([
    [{ browser: true, model: true }, ['interact', 'ask_page', 'agent']],
    [{ browser: false, model: true }, ['ask_page', 'agent']],
    [{ browser: true, model: false }, []],
  ])('of a service with %o has these of the tools that need one of both: %o', async (capabilities, expected) => {
    const names = await namesWith(able(capabilities));
    expect(names.filter((name) => ['interact', 'ask_page', 'agent'].includes(name))).toEqual(expected);
    expect(names).toContain('scrape');
  });

  it.each<[string, Answer]>([
    ['does not say what it can do', () => Response.json({ success: false, error: 'Not found.' }, { status: 404 })],
    ['answers with a page', () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } })],
    ['answers with something else', able({ version: '1' })],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('of a service that %s has all tools', async (_, answer) => {
    expect(await namesWith(answer)).toEqual(expect.arrayContaining(['interact', 'ask_page', 'agent']));
  });
});
