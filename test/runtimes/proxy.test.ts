import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from '../../scripts/shared/project.js';
import { codeBlocks } from '../docs/markdown.js';
import { ExampleServer } from '../programs/example-server.js';
import { inJavaScript } from '../programs/in-javascript.js';
import { Tunnel } from '../programs/tunnel.js';
import { installPlatforms, type Platform, programOf } from './install.js';

const [ofProgram = '', ofClient = ''] = codeBlocks(
  readFileSync(new URL('../../docs/proxy.md', import.meta.url), 'utf8'),
).flatMap(({ language, code }) => (language === 'ts' ? [code] : []));

/** What the guide says does not work: a dispatcher of undici for the `fetch` of Node.js. */
const MIXED = `
import { Trawl } from '@trawl/sdk';
import { ProxyAgent } from 'undici';
const dispatcher = new ProxyAgent(process.env.HTTP_PROXY);
const trawl = new Trawl({ fetch: (url, init) => fetch(url, { ...init, dispatcher }) });
const { name, message, attempts, possiblyStarted } = await trawl.crawls.start({ url: 'https://example.com' }).catch((error) => error);
console.log(JSON.stringify({ name, message, attempts, possiblyStarted }));
`;

await installPlatforms();

const undici8 = new Project();
const undici7 = new Project();
const service = new ExampleServer();
let baseUrl: string;

beforeAll(async () => {
  const modules = fileURLToPath(new URL('node_modules', import.meta.url));
  const versions = [
    [undici7, fileURLToPath(new URL('../../node_modules/undici', import.meta.url))],
    [undici8, join(modules, 'undici-8')],
  ] as const;
  for (const [project, undici] of versions) {
    await project.installPacked('sdk', 'client');
    symlinkSync(undici, join(project.folder, 'node_modules/undici'));
    project.write('program.mjs', inJavaScript(ofProgram));
    project.write('client.mjs', inJavaScript(ofClient));
    project.write('mixed.mjs', MIXED);
  }
  baseUrl = await service.start();
});

afterAll(async () => {
  await service.stop();
  undici7.remove();
  undici8.remove();
});

/** Runs a program with a proxy; answers with its output, what the proxy was asked for, and the calls of the service. */
async function run(project: Project, executable: string, file: string) {
  const tunnel = new Tunnel();
  const proxy = await tunnel.start();
  const environment = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, TRAWL_BASE_URL: baseUrl, TRAWL_API_KEY: 'key' };
  service.calls.length = 0;
  const { stdout } = await promisify(execFile)(executable, [file], { cwd: project.folder, env: environment });
  await tunnel.stop();
  return { output: stdout, targets: tunnel.targets, calls: [...service.calls] };
}

const versions: [Platform | 'this Node.js', string, Project][] = [
  ['this Node.js', '7', undici7],
  ['Node 22', '7', undici7],
  ['Node 22', '8', undici8],
  ['Node 24', '7', undici7],
  ['Node 24', '8', undici8],
];

describe('the guide on proxies', () => {
  it.for(versions)('holds on %s with undici %s', async ([platform, , project], { skip }) => {
    const executable = platform === 'this Node.js' ? process.execPath : (programOf(platform) ?? skip());
    const program = await run(project, executable, 'program.mjs');
    expect(program.calls).toEqual([{ operation: 'searchWeb', problems: [] }]);
    expect(program.targets.length).toBeGreaterThan(0);

    const client = await run(project, executable, 'client.mjs');
    expect(client.calls).toEqual([
      { operation: 'parseFile', problems: [] },
      { operation: 'searchWeb', problems: [] },
    ]);
    expect(client.targets.length).toBeGreaterThan(0);
  });

  it.for(['Node 22', 'Node 24'] as const)(
    'names the error of the SDK on %s with undici 8',
    async (platform, { skip }) => {
      const { output, calls } = await run(undici8, programOf(platform) ?? skip(), 'mixed.mjs');
      expect(calls).toEqual([]);
      expect(JSON.parse(output)).toEqual({
        name: 'ConnectionError',
        message: expect.stringMatching(
          /^crawls\.start \(startCrawl\) was not sent, because its dispatcher is of another version of undici .*invalid onRequestStart method/,
        ),
        attempts: 1,
      });
    },
  );
});
