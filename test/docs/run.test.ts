import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, readContract } from '../contract/contract.js';
import { errorsAt, explained } from '../contract/validation.js';
import { ExampleServer } from '../programs/example-server.js';
import { runProgram } from '../programs/run.js';
import { Tunnel } from '../programs/tunnel.js';
import { type CurlRequest, curlRequests } from './curl.js';
import { readDocumentation } from './documentation.js';
import { codeBlocks } from './markdown.js';

const blocks = readDocumentation().flatMap(({ path, text }) =>
  codeBlocks(text).map((block) => ({ place: `${path}:${block.line}`, ...block })),
);
const programs = blocks.filter(({ language }) => /^[jt]s$/.test(language));
const commands = blocks.filter(({ language, code }) => /^(sh|bash)$/.test(language) && /^curl /m.test(code));

const proxy = new Tunnel();
let HTTPS_PROXY: string;
beforeAll(async () => {
  HTTPS_PROXY = await proxy.start();
});
afterAll(() => proxy.stop());

describe.concurrent('the program', () => {
  it.each(programs.filter(({ info }) => info === ''))('at $place runs, and asks as it should', async ({ code }) => {
    const { failure, asked } = await runProgram(code, { HTTPS_PROXY });
    expect(failure).toBe('');
    expect(asked.flatMap(({ operation, complaints }) => complaints.map((text) => `${operation}: ${text}`))).toEqual([]);
  });
});

it('every program runs, but for those that say why not', () => {
  const others = programs.filter(({ info }) => info !== '').map(({ place, info }) => place.replace(/\d+$/, info));
  expect(others).toEqual([]);
});

describe('the guide on proxies', () => {
  const [through, recorder] = programs.filter(({ place }) => place.startsWith('docs/proxy.md'));

  it('leads a program through the proxy', async () => {
    const own = new Tunnel();
    const { asked } = await runProgram(through?.code ?? '', { HTTPS_PROXY: await own.start() });
    await own.stop();
    expect(asked).toHaveLength(1);
    expect(own.targets).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)]);
  });

  it('has a recorder that asks the service only once', async () => {
    expect((await runProgram(recorder?.code ?? '')).asked).toHaveLength(1);
  });
});

describe('the curl command', () => {
  it.each(commands)('at $place asks as it should', async ({ code }) => {
    expect(await objections(curlRequests(code))).toEqual([]);
  });
});

describe('these checks', () => {
  it('name what a program throws', async () => {
    const { failure } = await runProgram("throw new Error('No anchor');");
    expect(failure).toContain('Error: No anchor');
  });

  it('name what the contract has against a command', async () => {
    const misspelt = `curl "$TRAWL_BASE_URL/v2/serch"
curl -X DELETE "$TRAWL_BASE_URL/v2/crawl/1"
curl "$TRAWL_BASE_URL/v2/search" -H "Content-Type: application/json" \\
  -d '{ "query": "it", "limt": 5 }'
`;
    expect(await objections(curlRequests(misspelt))).toEqual([
      'GET /v2/serch: 404',
      expect.stringContaining('"additionalProperty":"limt"'),
    ]);
  });
});

it('the service of these programs answers a scrape as the contract says, whatever the formats', async () => {
  const server = new ExampleServer();
  const url = await server.start();
  const formats = ['markdown', 'html', 'links', 'images', 'summary', 'json', 'screenshot'];
  const body = JSON.stringify({ url: 'https://example.com', formats });
  const headers = { 'content-type': 'application/json' };
  const answer = (await (await fetch(`${url}/v2/scrape`, { method: 'POST', headers, body })).json()) as {
    data: JsonObject;
  };
  await server.stop();
  expect(Object.keys(answer.data)).toEqual([...formats, 'metadata']);
  expect(explained(errorsAt(readContract(), ['components', 'schemas', 'ScrapeResponse'], answer))).toBe('');
});

/** What the contract has against requests: that there is no such operation, or what is wrong in the body. */
async function objections(requests: readonly CurlRequest[]): Promise<string[]> {
  const server = new ExampleServer();
  const url = await server.start();
  const found: string[] = [];
  for (const { method, path, headers, body } of requests) {
    const seen = server.asked.length;
    const { ok, status } = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
    const complaints = ok ? server.asked.slice(seen).flatMap((asked) => asked.complaints) : [String(status)];
    found.push(...complaints.map((complaint) => `${method} ${path}: ${complaint}`));
  }
  await server.stop();
  return found;
}
