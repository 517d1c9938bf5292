import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REPORT, REQUESTS, SITE_PAGES } from '../runtimes/expected.js';
import { type Service, startService } from '../runtimes/service.js';
import { Project } from './project.js';

const PROGRAM = readFileSync(new URL('../runtimes/program.mjs', import.meta.url), 'utf8');
const REPORTED = 'program(sdk, process.argv[2]).then((report) => console.log(JSON.stringify(report)));';

/** What the types promise, used as a strict program would. */
const TYPED_PROGRAM = `
const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
export async function read(url: string): Promise<string> {
  try {
    await using session = trawl.interact(await trawl.scrape(url, { formats: ['markdown', 'links'] }));
    const { output } = await session.prompt('Open the pricing tab');
    return output ?? '';
  } catch (error) {
    return error instanceof RateLimitError ? String(error.retryAfterMs) : '';
  }
}
export async function* texts(request: CrawlInput): AsyncGenerator<string> {
  for await (const page of trawl.crawl('https://example.com', { limit: request.limit ?? 5 })) yield page.markdown;
}
// @ts-expect-error Not asked for: the types were found and are not any.
export const html = trawl.scrape('https://example.com', { formats: ['markdown'] }).then((page) => page.html);
`;

const STRICT = { strict: true, exactOptionalPropertyTypes: true, types: [], target: 'es2022' };

const project = new Project();
let files: string[];

beforeAll(async () => {
  const client = await project.pack('client');
  const sdk = await project.pack('sdk');
  files = sdk.files;
  await project.install(client.tarball, sdk.tarball);
}, 120_000);

afterAll(() => project.remove());

describe('the tarball', () => {
  it('holds what is used and nothing else', () => {
    expect(files.sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/index.d.ts',
      'dist/index.js',
      'package.json',
    ]);
  });

  it('does not tell where it was made', () => {
    const here = fileURLToPath(new URL('../..', import.meta.url));
    const telling = files.filter((file) => {
      const text = readFileSync(join(project.folder, 'node_modules/@trawl/sdk', file), 'utf8');
      return text.includes(here) || text.includes('file://');
    });
    expect(telling).toEqual([]);
  });

  it('brings the client along with what that brings, and no more', () => {
    const { packages } = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(packages).sort()).toEqual([
      '',
      'node_modules/@trawl/client',
      'node_modules/@trawl/sdk',
      'node_modules/openapi-fetch',
      'node_modules/openapi-typescript-helpers',
    ]);
  });
});

describe('an installed SDK searches, scrapes and crawls', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService(SITE_PAGES);
    project.write('program.mjs', PROGRAM);
  });

  afterEach(() => {
    service.requests.length = 0;
  });

  afterAll(() => service.close());

  it('from an ES module', async () => {
    project.write(
      'main.mjs',
      `import * as sdk from '@trawl/sdk';\nimport { program } from './program.mjs';\n${REPORTED}`,
    );
    expect(await project.run('main.mjs', service.url)).toEqual(REPORT);
    expect(service.requests).toEqual(REQUESTS);
  });

  it('from a CommonJS program', async () => {
    const lines = `const sdk = require('@trawl/sdk');\nimport('./program.mjs').then(({ program }) => ${REPORTED.replace(/;$/, '')});`;
    project.write('main.cjs', lines);
    expect(await project.run('main.cjs', service.url)).toEqual(REPORT);
    expect(service.requests).toEqual(REQUESTS);
  });
});

describe('an installed SDK is typed', { timeout: 60_000 }, () => {
  const imports = `import { type CrawlInput, RateLimitError, Trawl } from '@trawl/sdk';`;

  it.each([
    ['an ES module of Node.js', 'typed.mts', { module: 'node20' }],
    ['a CommonJS module of Node.js', 'typed.cts', { module: 'node20' }],
    ['a bundler', 'bundled.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('for %s', async (_, file, options) => {
    project.write(file, [imports, TYPED_PROGRAM].join('\n'));
    expect(await project.compile({ ...STRICT, ...options }, file)).toBe('');
  });
});
