import { createLocalServer } from '@trawl/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';
import { type JsonObject, readContract } from '../contract/contract.js';
import { errorsAt, explained } from '../contract/validation.js';
import { ExampleServer } from '../programs/example-server.js';
import { runProgram } from '../programs/run.js';
import { Tunnel } from '../programs/tunnel.js';
import { type CurlRequest, curlRequests } from './curl.js';
import { readDocumentation, withPrograms } from './documentation.js';
import { codeBlocks } from './markdown.js';
import { surroundingsOf, within } from './surroundings.js';

const blocks = withPrograms(readDocumentation()).flatMap(({ path, text }) =>
  codeBlocks(text).map((block) => ({ location: `${path}:${block.line}`, ...block })),
);
const programs = blocks.filter(({ language }) => /^[jt]s$/.test(language));
/** The commands of operators, below `/_local`, are no calls of the contract. */
const commands = blocks.filter(
  ({ language, code }) => /^(sh|bash)$/.test(language) && /^curl (?!.*(\| npx |\/_local\/))/m.test(code),
);

const proxy = new Tunnel();
let HTTP_PROXY: string;
beforeAll(async () => {
  HTTP_PROXY = await proxy.start();
});
afterAll(() => proxy.stop());

describe.concurrent('the program', () => {
  it.each(programs.filter(({ info }) => info === ''))(
    'at $location runs and sends valid requests',
    async ({ code }) => {
      const { failure, calls } = await runProgram(code, { HTTP_PROXY, HTTPS_PROXY: HTTP_PROXY });
      expect(failure).toBe('');
      expect(calls.flatMap(({ operation, problems }) => problems.map((text) => `${operation}: ${text}`))).toEqual([]);
    },
  );
});

const onSites = programs.flatMap((program) => {
  const [, name] = /^on: (.+)$/.exec(program.info) ?? [];
  return name === undefined ? [] : [{ ...program, name, surroundings: surroundingsOf(name) }];
});

describe('the program that reads a site', { timeout: 60_000 }, () => {
  const prints = async ({ code, surroundings }: (typeof onSites)[number]) => {
    const { failure, output } = await within(surroundings, code, (program, TRAWL_BASE_URL) =>
      runProgram(program, { TRAWL_BASE_URL }),
    );
    expect(failure).toBe('');
    let position = 0;
    for (const text of surroundings.prints) {
      expect(output.slice(position)).toContain(text);
      position = output.indexOf(text, position) + text.length;
    }
  };

  it.each(onSites.filter(({ surroundings }) => !surroundings.needsBrowser))('at $location prints what it says', prints);
  it.skipIf(!browserOptions()).each(onSites.filter(({ surroundings }) => surroundings.needsBrowser))(
    'at $location prints what it says, in a browser',
    prints,
  );
});

it('every program runs, except those that state a reason', () => {
  const others = programs
    .filter(({ info }) => info !== '' && !info.startsWith('on: '))
    .map(({ location, info }) => location.replace(/\d+$/, info));
  expect(others).toEqual([]);
});

it('the program of the README prints results on a server that has just started', async () => {
  await using server = await createLocalServer({ offline: true, browser: 'off', quiet: true });
  const content = '<title>Example Domain</title><main><h1>Example Domain</h1><p>For use in documents.</p></main>';
  await server.seed([{ url: 'https://example.com/', content }]);
  const { code = '' } = programs.find(({ location }) => location.startsWith('README.md')) ?? {};
  const { failure, output } = await runProgram(code, { TRAWL_BASE_URL: server.url });
  expect(failure).toBe('');
  expect(output).toMatch(/# Example Domain\n[\s\S]+Example Domain\nhttps:\/\/example\.com\//);
});

describe('the guide on proxies', () => {
  // test/runtimes/proxy.test.ts runs the two before it, on other versions of Node.js and undici.
  const recorder = programs.filter(({ location }) => location.startsWith('docs/proxy.md'))[2];

  it('has a recorder that calls the service only once', async () => {
    expect((await runProgram(recorder?.code ?? '')).calls).toHaveLength(1);
  });
});

describe('the curl command', () => {
  it.each(commands)('at $location sends valid requests', async ({ code }) => {
    expect(await problemsOf(curlRequests(code))).toEqual([]);
  });
});

describe('these checks', () => {
  it('report what a program throws', async () => {
    const { failure } = await runProgram("throw new Error('No anchor');");
    expect(failure).toContain('Error: No anchor');
  });

  it('report how a command violates the contract', async () => {
    const misspelt = `curl "$TRAWL_BASE_URL/v2/serch"
curl -X DELETE "$TRAWL_BASE_URL/v2/crawl/1"
curl "$TRAWL_BASE_URL/v2/search" -H "Content-Type: application/json" \\
  -d '{ "query": "it", "limt": 5 }'
`;
    expect(await problemsOf(curlRequests(misspelt))).toEqual([
      'GET /v2/serch: 404',
      expect.stringContaining('"additionalProperty":"limt"'),
    ]);
  });
});

it('the example server answers a scrape with any formats as the contract says', async () => {
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

/** How requests violate the contract: an unknown operation, or an invalid body. */
async function problemsOf(requests: readonly CurlRequest[]): Promise<string[]> {
  const server = new ExampleServer();
  const url = await server.start();
  const found: string[] = [];
  for (const { method, path, headers, body } of requests) {
    const seen = server.calls.length;
    const { ok, status } = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
    const problems = ok ? server.calls.slice(seen).flatMap((call) => call.problems) : [String(status)];
    found.push(...problems.map((problem) => `${method} ${path}: ${problem}`));
  }
  await server.stop();
  return found;
}
