import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from '../../scripts/shared/project.js';

/** What a program does with the client, however it has loaded it. */
const PROGRAM = `
const trawl = createTrawlClient({ baseUrl: process.argv[2], apiKey: 'key' });
trawl.POST('/v2/search', { body: { query: 'a' } }).then(({ data, response }) =>
  console.log(JSON.stringify({ status: response.status, data, title: contract.info.title })),
);
`;

/** Everything that the types are made of, used as a strict program would. */
const TYPED_PROGRAM = `
const trawl = createTrawlClient({ baseUrl: 'http://127.0.0.1:3002' });
export async function titles(request: SearchRequest): Promise<string[]> {
  const { data, error } = await trawl.POST('/v2/search', { body: request });
  if (!data) throw new Error(typeof error === 'string' ? error : error.error);
  return (data.data?.web ?? []).map(({ title }) => title ?? '');
}
export const version: string = contract.info.version;
// @ts-expect-error Misspelt: the types were found and are not any.
trawl.POST('/v2/search', { body: { query: 'a', lmit: 1 } });
`;

const STRICT = { strict: true, exactOptionalPropertyTypes: true, types: [], target: 'es2022', resolveJsonModule: true };

const project = new Project();
let files: readonly string[];

beforeAll(async () => {
  files = await project.installPacked('client');
}, 120_000);

afterAll(() => project.remove());

describe('the tarball', () => {
  it('holds what is used and nothing else', () => {
    expect([...files].sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/request.cjs',
      'dist/request.d.cts',
      'dist/request.d.ts',
      'dist/request.js',
      'openapi.json',
      'package.json',
      'request/package.json',
    ]);
  });

  it('does not tell where it was made', () => {
    expect(project.filesThatTell('client', files)).toEqual([]);
  });

  it('brings two packages along, and no more', () => {
    const { packages } = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(packages).sort()).toEqual([
      '',
      'node_modules/@trawl/client',
      'node_modules/openapi-fetch',
      'node_modules/openapi-typescript-helpers',
    ]);
  });
});

describe('an installed client calls the service', () => {
  const server = createServer(async (request, response) => {
    const body = await new Response(new Blob(await request.toArray())).text();
    const { method, url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, seen: [method, url, headers.authorization, body] }));
  });
  const expected = {
    status: 200,
    data: { success: true, seen: ['POST', '/v2/search', 'Bearer key', '{"query":"a"}'] },
    title: 'Web Search and Scraping API',
  };
  let baseUrl: string;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => server.close());

  it('from an ES module', async () => {
    const imports = [
      `import { createTrawlClient } from '@trawl/client';`,
      `import contract from '@trawl/client/openapi.json' with { type: 'json' };`,
    ];
    project.write('program.mjs', [...imports, PROGRAM].join('\n'));
    expect(await project.run('program.mjs', baseUrl)).toEqual(expected);
  });

  it('from a CommonJS program', async () => {
    const imports = [
      `const { createTrawlClient } = require('@trawl/client');`,
      `const contract = require('@trawl/client/openapi.json');`,
    ];
    project.write('program.cjs', [...imports, PROGRAM].join('\n'));
    expect(await project.run('program.cjs', baseUrl)).toEqual(expected);
  });
});

describe('an installed client is typed', { timeout: 60_000 }, () => {
  const client = `import { createTrawlClient, type SearchRequest } from '@trawl/client';`;
  const contract = `import contract from '@trawl/client/openapi.json' with { type: 'json' };`;

  it.each([
    ['an ES module of Node.js', 'typed.mts', { module: 'node20' }, contract],
    [
      'a CommonJS module of Node.js',
      'typed.cts',
      { module: 'node20' },
      `import contract = require('@trawl/client/openapi.json');`,
    ],
    ['a bundler', 'bundled.ts', { module: 'esnext', moduleResolution: 'bundler' }, contract],
  ])('for %s', async (_, file, options, importContract) => {
    project.write(file, [client, importContract, TYPED_PROGRAM].join('\n'));
    expect(await project.compile({ ...STRICT, ...options }, file)).toBe('');
  });
});
