import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PublicPackage, publicPackages } from '../../scripts/release/public-packages.js';
import { publish, version } from '../../scripts/release/rehearsal.js';
import { LoopbackRegistry } from '../../scripts/shared/loopback-registry.js';
import { Project } from '../../scripts/shared/project.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

const CACHE = join(ROOT, 'node_modules/.cache');
mkdirSync(CACHE, { recursive: true });
// Its programs find what is installed above it.
const clone = mkdtempSync(join(CACHE, 'release-'));
let registry: LoopbackRegistry;
let project: Project;
let packages: readonly PublicPackage[];

/** A clone whose files are those of this work tree, with what was built of them. */
function cloneWorkTree(): void {
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, clone]);
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  for (const file of files.filter(Boolean)) {
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(clone, file), { verbatimSymlinks: true });
  }
  for (const { folder } of publicPackages(ROOT))
    cpSync(join(ROOT, folder, 'dist'), join(clone, folder, 'dist'), { recursive: true });
  execFileSync('git', ['add', '--all'], { cwd: clone });
}

beforeAll(async () => {
  cloneWorkTree();
  registry = await LoopbackRegistry.start('@trawl');
  await version(clone);
  await publish(clone, registry, '--built');
  packages = publicPackages(clone);
  project = new Project(registry.npmrc);
  await project.install(...packages.map(({ name }) => name));
}, 300_000);

afterAll(async () => {
  project?.remove();
  await registry?.close();
  rmSync(clone, { recursive: true });
});

describe('a release', () => {
  it('publishes every package in the version that its changesets ask for, once', () => {
    expect(packages.length).toBeGreaterThan(6);
    const published = registry.published.map(({ name, version }) => ({ name, version }));
    expect(published.sort((one, other) => one.name.localeCompare(other.name))).toEqual(
      packages.map(({ name, version }) => ({ name, version })),
    );
    const before = new Map(publicPackages(ROOT).map(({ name, version }) => [name, version]));
    const hasNotes = execFileSync('git', ['ls-files', '.changeset/*.md'], { cwd: ROOT, encoding: 'utf8' }) !== '';
    expect(packages.some(({ name, version }) => before.get(name) !== version)).toBe(hasNotes);
  });

  it('names its repository, and says nothing that is only true before it', () => {
    for (const { name, repository, readme } of registry.published) {
      expect({ name, url: repository?.url }).toEqual({ name, url: 'git+https://code.example/owner/name.git' });
      expect(readme, name).toContain('](https://code.example/owner/name/blob/abc/');
      expect(readme, name).not.toMatch(/before the first release|not published yet/);
    }
  });
});

/** A program of the project, run by its name as the guides write it. `--no` keeps npx from installing what is missing. */
const npx = (...args: string[]) => execute('npx', ['--no', ...args], { cwd: project.folder });

/** Starts the service by its name, and ends it after the work. */
async function withService<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const args = ['--no', '@trawl/local', '--', '--port', '0', '--allow-private-networks', '--browser', 'off'];
  // npx starts it through a shell; the group of all is ended.
  const service = spawn('npx', args, { cwd: project.folder, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(service, 'close');
  try {
    return await work(await urlOf(service));
  } finally {
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
    await closed;
  }
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  for await (const part of stdout ?? []) {
    text += part;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`The service has printed no address: ${text}`);
}

const contract = (type: string) => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      operationId: listThings
      responses: { '200': { description: Done., content: { application/json: { schema: { type: ${type} } } } } }
`;

/** Calls of each package whose types a strict program uses. */
const TYPED = `import { createTrawlClient } from '@trawl/client';
import { convert } from '@trawl/convert';
import { createLocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';
import { compare, parseSpec } from '@trawl/spec-diff';
export const client = createTrawlClient({ baseUrl: 'http://127.0.0.1:3002' });
export const title = new Trawl().scrape('https://example.com').then(({ metadata }): string | undefined => metadata.url);
export const url = createLocalServer({ port: 0 }).then((server): string => server.url);
export const verdict = compare(parseSpec('', 'a'), parseSpec('', 'b')).verdict;
export { convert };
// @ts-expect-error No such option: the types were found and are not any.
createLocalServer({ prot: 0 });
`;

describe('the packages, installed by name from the registry,', () => {
  it('are imported', async () => {
    const names = packages.map(({ name }) => name).filter((name) => name !== '@trawl/cli');
    project.write(
      'imports.mjs',
      `const all = await Promise.all(${JSON.stringify(names)}.map((name) => import(name)));
console.log(JSON.stringify(all.map((one) => Object.keys(one).length > 0)));`,
    );
    expect(await project.run('imports.mjs')).toEqual(names.map(() => true));
  });

  it('run: the service, the command line and the server of tools', async () => {
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<title>Oak</title><h1>Oak</h1><p>A tree.</p>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const page = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    await withService(async (url) => {
      const { stdout } = await npx('trawl', 'scrape', page, '--base-url', url);
      expect(stdout).toContain('# Oak');
      const client = new Client({ name: 'a-client', version: '1.0.0' });
      const server = { command: 'npx', args: ['--no', '@trawl/tools', '--', '--base-url', url], cwd: project.folder };
      await client.connect(new StdioClientTransport({ ...server, env: { PATH: process.env.PATH ?? '' } }) as never);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('scrape');
      await client.close();
    });
    site.close();
  });

  it('run: the converter and the comparison of contracts', async () => {
    project.write('page.html', '<title>Oak</title><h1>Oak</h1><p>A tree.</p>');
    expect((await npx('@trawl/convert', 'page.html')).stdout).toContain('# Oak');
    project.write('old.yaml', contract('string'));
    project.write('new.yaml', contract('integer'));
    const { code, stdout } = await npx('@trawl/spec-diff', 'old.yaml', 'new.yaml').catch((error) => error);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('GET /things') });
  });

  it('are typed', async () => {
    project.write('typed.mts', TYPED);
    const options = { strict: true, exactOptionalPropertyTypes: true, module: 'nodenext', target: 'es2022', types: [] };
    expect(await project.compile({ ...options, lib: ['es2022', 'dom', 'esnext.disposable'] }, 'typed.mts')).toBe('');
  });
});
