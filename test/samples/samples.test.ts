import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { GoneError, Trawl } from '@trawl/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../scripts/docs/openapi.js';
import { operations as placedOperations } from '../../scripts/docs/operations.js';
import { exampleRequest } from '../../scripts/docs/samples/requests.js';
import { samplesOf } from '../../scripts/docs/samples/samples.js';
import { sdkProgram } from '../../scripts/docs/samples/sdk-program.js';
import { browserOptions } from '../../scripts/shared/browser.js';
import { readContract } from '../contract/contract.js';
import { operationsOf } from '../contract/operations.js';
import { compile } from '../docs/compile.js';
import { ExampleServer } from '../programs/example-server.js';
import { runProgram } from '../programs/run.js';

const folder = fileURLToPath(new URL('../../openapi/samples', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

const operations = operationsOf(readContract());

const readSample = (name: string) => readFileSync(join(folder, `${name}.ts`), 'utf8');

it('every operation has a sample, and every sample an operation', () => {
  expect(names.sort()).toEqual(operations.map(({ name }) => name).sort());
});

/** The programs that the reference makes of the examples of the contract: their texts by operation, for each language. */
const programs = new Map<string, Map<string, string>>();
const contract = readContract() as unknown as Contract;
for (const entry of placedOperations(contract)) {
  for (const { label, source } of samplesOf(contract, entry, '')) {
    programs.set(label, (programs.get(label) ?? new Map()).set(entry.operation.operationId, source));
  }
}
/** The programs with the SDK that the form of a call shows. */
const formPrograms = [...placedOperations(contract)].map((entry) => {
  const request = exampleRequest(contract, entry);
  const { operationId } = entry.operation;
  const call = { operationId, path: entry.path, origin: 'ORIGIN', parameters: request.parameters };
  return [operationId, sdkProgram(request, call)] as const;
});
const programsIn = (language: string) => [...(programs.get(language) ?? [])];

it('the samples compile, and the programs with the client and of the form', () => {
  const all = [...names.map((name) => [name, readSample(name)] as const), ...programsIn('Client'), ...formPrograms];
  const samples = all.map(([name, code]) => ({ path: `${name}.ts`, line: 1, code }));
  // A program of Node.js has no document.
  expect(compile(samples, { lib: ['ES2023'] })).toEqual([]);
});

describe.concurrent('the sample', () => {
  it.each(names)('%s calls its operation with valid requests', async (name) => {
    const { failure, calls } = await runProgram(readSample(name));
    expect(failure).toBe('');
    expect(calls.map(({ operation }) => operation)).toContain(name);
    expect(calls.flatMap(({ operation, problems }) => problems.map((text) => `${operation}: ${text}`))).toEqual([]);
  });
});

describe('all programs of a language, one after another in one process', () => {
  /** The calls of a program that runs the files. */
  async function callsOf(files: readonly (readonly [string, string])[], command: string, ...args: string[]) {
    const server = new ExampleServer();
    const place = mkdtempSync(join(tmpdir(), 'trawl-samples-'));
    try {
      symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(place, 'node_modules'), 'dir');
      for (const [file, text] of [...files, ['report.pdf', '%PDF-1.7'] as const])
        writeFileSync(join(place, file), text);
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, TRAWL_BASE_URL: await server.start(), TRAWL_API_KEY: 'key-for-tests' };
      await promisify(execFile)(command, args, { cwd: place, env });
      return server.calls;
    } finally {
      await server.stop();
      rmSync(place, { recursive: true });
    }
  }

  const valid = operations.map(({ name }) => ({ operation: name, problems: [] }));
  const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

  it('with the client', async () => {
    const files = programsIn('Client').map(([name, source]) => [`${name}.mjs`, source] as const);
    const all = files.map(([file]) => `await import('./${file}');\n`).join('');
    expect(await callsOf([...files, ['all.mjs', all]], process.execPath, 'all.mjs')).toEqual(valid);
  });

  it('with the SDK, as the form of a call writes them', async () => {
    const files = formPrograms.map(
      ([name, source]) => [`${name}.mjs`, source.replace("'ORIGIN'", 'process.env.TRAWL_BASE_URL')] as const,
    );
    const all = files.map(([file]) => `await import('./${file}');\n`).join('');
    const calls = await callsOf([...files, ['all.mjs', all]], process.execPath, 'all.mjs');
    expect(calls.filter(({ problems }) => problems.length > 0)).toEqual([]);
    // A job is followed, and what fails under one path is tried under another.
    const called = new Set(calls.map(({ operation }) => operation));
    expect(operations.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
  });

  it.skipIf(!has('curl', '--version'))('with curl', async () => {
    const commands = programsIn('curl').map(([, source]) => source.replace(/^curl /, 'curl -sS --fail-with-body '));
    expect(await callsOf([['all.sh', commands.join('')]], 'bash', '-e', 'all.sh')).toEqual(valid);
  });

  it.skipIf(!has('python3', '-c', 'import requests'))('with Python', async () => {
    const files = programsIn('Python').map(([name, source]) => [`${name}.py`, source] as const);
    const all = `import runpy\nfor name in ${JSON.stringify(files.map(([file]) => file))}:\n    runpy.run_path(name)\n`;
    expect(await callsOf([...files, ['all.py', all]], 'python3', 'all.py')).toEqual(valid);
  });
});

describe.skipIf(!browserOptions())('in a browser, the sample', () => {
  const inSession = operations.filter(({ path }) => /\/interact\b/.test(path)).map(({ name }) => name);
  const requests: string[] = [];
  const shop = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Shop</title><h1>Tea</h1><button>Buy</button><script>
      document.querySelector('button').onclick = () => {
        const order = new XMLHttpRequest();
        order.open('POST', '/orders', false); // The click is over when the order has arrived.
        order.send();
      };</script>`);
  });
  let shopUrl: string;
  let server: LocalServer;
  let trawl: Trawl;

  beforeAll(async () => {
    shop.listen(0, '127.0.0.1');
    await once(shop, 'listening');
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    server = await createLocalServer({ allowPrivateNetworks: true, check: true, quiet: true });
    trawl = new Trawl({ baseUrl: server.url, apiKey: 'key-for-tests' });
  });

  afterAll(async () => {
    await server?.close();
    shop.closeAllConnections();
    shop.close();
  });

  /** What the sample prints about the shop, and about the session or scrape of this id. */
  async function outputOf(name: string, id = ''): Promise<string> {
    const code = readSample(name)
      .replace(/https:\/\/(?:shop\.)?example\.com/g, shopUrl)
      .replace(/'[\da-f]{8}-[\da-f-]{27}'/, `'${id}'`);
    const { failure, output } = await runProgram(code, { TRAWL_BASE_URL: server.url });
    expect(failure).toBe('');
    return output;
  }

  async function openSession(): Promise<string> {
    const { id = '' } = await trawl.browsers.create({ ttl: 60 });
    return id;
  }

  const checks: Record<string, () => Promise<void>> = {
    async interactWithPage() {
      // Prompts need a language model, which the service does not have. The code after it runs on the page.
      await server.faults.add({
        match: { operation: 'interactWithPage' },
        times: 1,
        status: 200,
        body: { success: true, output: 'It costs 2 EUR.' },
      });
      expect(await outputOf('interactWithPage')).toBe('It costs 2 EUR.\n');
      expect(requests).toContain('POST /orders');
    },

    async endInteraction() {
      const session = trawl.interact(await trawl.scrape(shopUrl));
      await session.execute('1');
      expect(await outputOf('endInteraction', session.scrapeId)).toBe('Shop\n');
      await expect(session.execute('1')).rejects.toBeInstanceOf(GoneError);
    },

    async createBrowserSession() {
      const output = await outputOf('createBrowserSession');
      const [, liveView = ''] =
        /^Watch it at (http\S+)\nDrive it with Playwright at ws\S+\nOpen until \d{4}-\S+\n$/.exec(output) ?? [];
      expect((await fetch(liveView)).status).toBe(200);
      const [latest] = await trawl.browsers.list({ status: 'active' });
      await trawl.browsers.delete(latest?.id ?? '');
    },

    async listBrowserSessions() {
      await Promise.all([openSession(), openSession()]);
      const { length } = await trawl.browsers.list({ status: 'active' });
      expect(await outputOf('listBrowserSessions')).toBe(`Closed ${length} sessions.\n`);
      expect(await trawl.browsers.list({ status: 'active' })).toEqual([]);
    },

    async deleteBrowserSession() {
      const id = await openSession();
      expect(await outputOf('deleteBrowserSession', id)).toMatch(/^Open for [\d.]+ s, 1 credits\.\n$/);
      await expect(trawl.browsers.execute(id, '1')).rejects.toBeInstanceOf(GoneError);
    },

    async executeInBrowserSession() {
      const id = await openSession();
      expect(await outputOf('executeInBrowserSession', id)).toBe('Shop\n');
      expect((await trawl.browsers.execute(id, 'page.url()')).result).toBe(`${shopUrl}/`);
      await trawl.browsers.delete(id);
    },
  };

  it.each(inSession)('%s does what it says', async (name) => {
    const check = checks[name];
    if (!check) throw new Error(`No check says what the sample ${name} does in a browser: add one here.`);
    await check();
  });
});

describe('these checks', () => {
  it('report how a request violates the contract', async () => {
    const server = new ExampleServer();
    const url = await server.start();
    await fetch(`${url}/v2/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"x","limt":5}',
    });
    await fetch(`${url}/v2/monitor?limit=101&ofset=1`);
    await server.stop();
    expect(server.calls).toEqual([
      { operation: 'searchWeb', problems: [expect.stringContaining('"limt"')] },
      {
        operation: 'listMonitors',
        problems: ["the query has an unknown 'ofset'", expect.stringContaining('must be <= 100')],
      },
    ]);
  });
});
