import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';
import { Project } from '../../scripts/shared/project.js';

const browser = browserOptions();

/** What a program does with the service in it. Its packages are loaded when they are needed: from the tarball, too. */
const PROGRAM = `
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createLocalServer } from '@trawl/local';
// A language model whose first answer does not fit the schema, which a worker of the service finds out.
const answers = ['{"price": "two"}', '{"price": 2}'];
const model = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ message: { content: answers.shift() } }] }));
}).listen(0, '127.0.0.1');
await once(model, 'listening');
const modelUrl = 'http://127.0.0.1:' + model.address().port + '/v1';
const pages = [
  { url: 'https://shop.example.com/tea', content: '<title>Tea</title><main><h1>Tea</h1><p>2 EUR</p></main>' },
  // So large that a process converts it. When the service closes, the process is idle, and nothing else keeps this program running.
  { url: 'https://shop.example.com/stock', content: '<title>Stock</title><main>' + '<p>12 kg</p>'.repeat(50_000) + '</main>' },
];
const server = await createLocalServer({ browser: 'off', offline: true, quiet: true, check: true, modelUrl, modelName: 'small' });
const post = async (path, body) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await server.fetch(server.url + path, init)).json();
};
await server.seed(pages);
const scraped = await post('/v2/scrape', { url: pages[0].url });
const found = await post('/v2/search', { query: 'tea' });
const large = await post('/v2/scrape', { url: pages[1].url });
const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
const { json } = (await post('/v2/scrape', { url: pages[0].url, formats: [{ type: 'json', schema }] })).data;
await server.close();
model.closeAllConnections();
model.close();
const title = found.data.web[0].title;
console.log(JSON.stringify({ markdown: scraped.data.markdown.trim(), title, large: large.data.metadata.title, json, left: answers.length }));
`;

const project = new Project();
let files: readonly string[];

beforeAll(async () => {
  files = await project.installPacked('local', 'client', 'convert');
}, 300_000);

afterAll(() => project.remove());

/** The program that the package brings, run as `npx @trawl/local` does; it outlasts no test. */
class Program implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown[]>;
  #output = '';
  #complaint = '';

  constructor(...args: string[]) {
    this.#child = spawn(process.execPath, [join(project.folder, 'node_modules/.bin/trawl-local'), ...args]);
    this.#closed = once(this.#child, 'close');
    this.#child.stdout.on('data', (part) => {
      this.#output += part;
    });
    this.#child.stderr.on('data', (part) => {
      this.#complaint += part;
    });
  }

  /** Its address, as soon as it has printed that; an error with what it complained about, should it end instead. */
  url(): Promise<string> {
    return new Promise((resolve, reject) => {
      const read = () => {
        const [url] = /http:\/\/[\d.:]+(?=\s)/.exec(this.#output) ?? [];
        if (url) resolve(url);
      };
      read();
      this.#child.stdout.on('data', read);
      this.ended().then(({ status, complaint }) => reject(new Error(`It ended with ${status}: ${complaint}`)), reject);
    });
  }

  /** How it ended, once it has. */
  async ended(): Promise<{ status: unknown; complaint: string }> {
    const [status] = await this.#closed;
    return { status, complaint: this.#complaint };
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill('SIGKILL');
    await this.#closed;
  }
}

/** The packages that are loaded with the service, before it is asked for anything. */
function packagesAtStart(): Set<string> {
  const dist = join(project.folder, 'node_modules/@trawl/local/dist');
  const [packages, files] = [new Set<string>(), new Set(['index.js'])];
  for (const file of files) {
    const imports = readFileSync(join(dist, file), 'utf8').matchAll(/^(?:import|export)\b[^;]*?["']([^"']+)["'];$/gm);
    for (const [, specifier = ''] of imports) {
      if (specifier.startsWith('./')) files.add(specifier.slice(2));
      else packages.add(specifier.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1'));
    }
  }
  return packages;
}

describe('the tarball', () => {
  it('holds the program, the types, the workers and the dashboard, and no source', () => {
    for (const file of [
      'index.js',
      'index.d.ts',
      'cli.js',
      'differ-worker.js',
      'dashboard.js.gz',
      'dashboard.css.gz',
    ]) {
      expect(files).toContain(`dist/${file}`);
    }
    expect(files.filter((file) => /(^src|^test|\.test\.)/.test(file))).toEqual([]);
  });

  it('starts without the libraries that take long to load', () => {
    const packages = packagesAtStart();
    expect(packages).toContain('hono');
    for (const name of [
      'acorn',
      'ajv',
      'ajv-formats',
      'diff',
      'openai',
      'pg',
      'playwright-core',
      'prom-client',
      'undici',
    ]) {
      expect(packages).not.toContain(name);
    }
  });

  it('does not tell where it was made', () => {
    expect(project.filesThatTell('local', files)).toEqual([]);
  });
});

describe('the installed package', () => {
  it('starts with no language model as long as the package for it is missing, and says which', async () => {
    await using program = new Program('--port', '0', '--model-url', 'http://127.0.0.1:1/v1', '--model-name', 'small');
    const complaint = expect.stringContaining('npm install openai@6');
    expect(await program.ended()).toEqual({ status: 2, complaint });
  });

  it('serves inside a program, with a language model, which ends with status 0 after the service has closed', async () => {
    project.link('openai');
    project.write('program.mjs', PROGRAM);
    const page = { markdown: '# Tea\n\n2 EUR', title: 'Tea', large: 'Stock' };
    expect(await project.run('program.mjs')).toEqual({ ...page, json: { price: 2 }, left: 0 });
  });

  it('serves inside a CommonJS program, and tells of itself in objects of the sandbox that asks, as Jest makes one', async () => {
    const program = `
const { createLocalServer, OptionError } = require('@trawl/local');
const { runInNewContext } = require('node:vm');
const { readFileSync } = require('node:fs');
const file = require.resolve('@trawl/local');
const sandboxed = { exports: {} };
runInNewContext('(require, exports, __filename) => {' + readFileSync(file) + '}')(require, sandboxed.exports, file);
(async () => {
  const server = await sandboxed.exports.createLocalServer({ browser: 'off', offline: true, quiet: true });
  await server.fetch(server.url + '/v2/team/queue-status');
  const isOwn = (value) => value instanceof Array;
  const journal = server.journal();
  await server.close();
  const refused = await createLocalServer({ port: -1 }).catch((error) => error instanceof OptionError);
  console.log(JSON.stringify({ journal: journal.map(({ status }) => status), isOwn: isOwn(journal), refused }));
})();
`;
    project.write('program.cjs', program);
    expect(await project.run('program.cjs')).toEqual({ journal: [200], isOwn: false, refused: true });
  });

  it('serves from a terminal, with its page and the contract, and ends when it is told to', async () => {
    await using program = new Program('--port', '0');
    const url = await program.url();
    expect((await (await fetch(`${url}/v2/crawl/active`)).json()).success).toBe(true);
    expect(await (await fetch(`${url}/`)).text()).toContain('Trawl on this machine');
    expect((await (await fetch(`${url}/openapi.json`)).json()).servers[0].variables.base_url.default).toBe(url);
    program.kill('SIGTERM');
    expect(await program.ended()).toMatchObject({ status: 0 });
  });

  it.skipIf(!browser)('renders pages with the browser of the machine, with no option that names one', async () => {
    const app = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>App</title><div id="root"></div><script>root.innerHTML = "<h1>Rendered</h1>"</script>');
    }).listen(0, '127.0.0.1');
    await once(app, 'listening');
    await using program = new Program('--port', '0', '--allow-private-networks');
    const body = JSON.stringify({ url: `http://127.0.0.1:${(app.address() as AddressInfo).port}/` });
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await fetch(`${await program.url()}/v2/scrape`, request);
    app.close();
    expect(await response.json()).toMatchObject({ data: { markdown: '# Rendered' } });
  });

  it('says what is wrong with an option, and starts nothing', async () => {
    await using program = new Program('--port', 'http');
    expect(await program.ended()).toEqual({ status: 2, complaint: expect.stringContaining('--port') });
  });

  it.each(['typed.mts', 'typed.cts'])('compiles in a strict program: %s', async (file) => {
    const program = `import { createLocalServer, type LocalServerOptions } from '@trawl/local';
const options: LocalServerOptions = { port: 0 };
export const url: Promise<string> = createLocalServer(options).then((server) => server.url);
// @ts-expect-error No such option: the types were found and are not any.
createLocalServer({ prot: 0 });
`;
    project.write(file, program);
    const options = { strict: true, exactOptionalPropertyTypes: true, module: 'nodenext', target: 'es2022', types: [] };
    expect(await project.compile({ ...options, lib: ['es2022', 'dom', 'esnext.disposable'] }, file)).toBe('');
  });
});
