import { renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from '../../scripts/shared/project.js';
import { installPlatforms, programOf } from '../runtimes/install.js';

/** What a program does with the package, however it has loaded it. */
const PROGRAM = `
const server = setupServer(...handlers());
server.listen({ onUnhandledRequest: 'error' });
const trawl = new Trawl({ baseUrl: 'http://service.test', apiKey: 'key', maxRetries: 0 });
(async () => {
  const { markdown } = await trawl.scrape('https://example.com');
  server.use(respond('scrapePage', 404, { once: true }));
  const { name } = await trawl.scrape('https://example.com').catch((error) => error);
  console.log(JSON.stringify({ same: markdown === fixture('scrapePage', 200).data.markdown, name }));
})();
`;

const IMPORTS = `
import { Trawl } from '@trawl/sdk';
import { fixture, handlers, respond } from '@trawl/msw';
import { setupServer } from 'msw/node';
`;

const REQUIRES = `
const { Trawl } = require('@trawl/sdk');
const { fixture, handlers, respond } = require('@trawl/msw');
const { setupServer } = require('msw/node');
`;

const TYPED = `
import { fixture, respond } from '@trawl/msw';
export const error: string = fixture('getCrawl', 404).error;
export const handler = respond('scrapePage', 200, { body: { success: true } });
// @ts-expect-error No such status: the types were found and are not any.
respond('scrapePage', 418);
`;

await installPlatforms();

const project = new Project();
let files: readonly string[];

beforeAll(async () => {
  // npm installs its peer as well, in the latest version for this Node.js.
  files = await project.installPacked('msw', 'sdk', 'client');
  project.write('program.mjs', IMPORTS + PROGRAM);
  project.write('program.cjs', REQUIRES + PROGRAM);
}, 120_000);

afterAll(() => project.remove());

it('the tarball holds what is used and nothing else, and does not tell where it was made', () => {
  expect([...files].sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/index.cjs',
    'dist/index.d.cts',
    'dist/index.d.ts',
    'dist/index.js',
    'package.json',
  ]);
  expect(project.filesThatTell('msw', files)).toEqual([]);
});

describe('the installed handlers serve the SDK', () => {
  const result = { same: true, name: 'NotFoundError' };

  it.each(['program.mjs', 'program.cjs'])('with the MSW of this Node.js, in %s', async (file) => {
    expect(await project.run(file)).toEqual(result);
  });

  it('with MSW 3', async ({ skip }) => {
    const node = programOf('Node 24') ?? skip();
    const peer = join(project.folder, 'node_modules/msw');
    renameSync(peer, `${peer}-2`);
    symlinkSync(join(fileURLToPath(new URL('../runtimes/node_modules', import.meta.url)), 'msw-3'), peer);
    expect(await project.runWith(node, 'program.mjs')).toEqual(result);
    unlinkSync(peer);
    renameSync(`${peer}-2`, peer);
  });
});

it('the installed package is typed', async () => {
  project.write('typed.mts', TYPED);
  const options = { strict: true, exactOptionalPropertyTypes: true, module: 'nodenext', target: 'es2022', types: [] };
  const lib = ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'];
  expect(await project.compile({ ...options, lib, skipLibCheck: true }, 'typed.mts')).toBe('');
});
