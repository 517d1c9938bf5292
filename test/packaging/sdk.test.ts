import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import * as sdk from '@trawl/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/shared/bundle.js';
import { type Compiler, Project } from '../../scripts/shared/project.js';
import { type Service, startService } from '../../scripts/shared/service.js';
import { REPORT, REQUESTS, SITE_PAGES } from '../runtimes/expected.js';

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

/**
 * A library that passes on the arguments of every function and method, but those of `request`, whose types depend on them:
 * its declarations have to name all that these take and return, and all that comes of waiting for it.
 */
function passingLibrary(): string {
  const trawl = new sdk.Trawl({ baseUrl: 'http://127.0.0.1:1' });
  const namespaces = Object.entries(trawl).filter(([, value]) => typeof value === 'object');
  const paths = [
    ...functionsOf(sdk)
      .filter((name) => /^[a-z]/.test(name))
      .map((name) => `sdk.${name}`),
    ...functionsOf(sdk.Trawl.prototype).map((name) => `trawl.${name}`),
    ...namespaces.flatMap(([name, value]) => functionsOf(value).map((method) => `trawl.${name}.${method}`)),
  ];
  const exports = paths
    .filter((path) => !path.endsWith('.request'))
    .flatMap((path, index) => [
      `export const passOn${index} = (...args: Parameters<typeof ${path}>) => ${path}(...args);`,
      `export const result${index} = async (...args: Parameters<typeof ${path}>) => ({ value: await ${path}(...args) });`,
    ]);
  return [`import * as sdk from '@trawl/sdk';`, 'const trawl = new sdk.Trawl();', ...exports].join('\n');
}

const functionsOf = (holder: object): string[] =>
  Object.getOwnPropertyNames(holder).filter(
    (name) => name !== 'constructor' && typeof holder[name as keyof typeof holder] === 'function',
  );

/** Programs of the projects that compilers of every version check. */
const program = (file: string): string =>
  readFileSync(new URL(`../frameworks/projects/types/${file}`, import.meta.url), 'utf8');

const STRICT = { strict: true, exactOptionalPropertyTypes: true, types: [], target: 'es2022' };

/** What a library sets that publishes its types, and checks those of others. */
const DECLARING = { ...STRICT, module: 'nodenext', lib: ['es2022', 'dom'], declaration: true, skipLibCheck: false };

const project = new Project();
let files: readonly string[];

beforeAll(async () => {
  files = await project.installPacked('sdk', 'client');
}, 120_000);

afterAll(() => project.remove());

describe('the tarball', () => {
  it('holds what is used and nothing else', () => {
    expect([...files].sort()).toEqual([
      'LICENSE',
      'README.md',
      'SKILL.md',
      'dist/diagnosis.cjs',
      'dist/diagnosis.js',
      'dist/explanation.cjs',
      'dist/explanation.js',
      'dist/hints.cjs',
      'dist/hints.js',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/issues.cjs',
      'dist/issues.js',
      'dist/read-file.cjs',
      'dist/read-file.js',
      'dist/schemas.cjs',
      'dist/schemas.js',
      'package.json',
    ]);
  });

  it('does not tell where it was made', () => {
    expect(project.filesThatTell('sdk', files)).toEqual([]);
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

it('knows the errors of its other build, and those of another installed copy', async () => {
  const copy = join(project.folder, 'copy/node_modules');
  cpSync(join(project.folder, 'node_modules'), copy, { recursive: true });
  const program = `
    import { createRequire } from 'node:module';
    import * as module from '@trawl/sdk';
    const copies = [module, ...['./', './copy/'].map((folder) => createRequire(new URL(folder, import.meta.url))('@trawl/sdk'))];
    const names = Object.keys(module).filter((name) => module[name].prototype instanceof module.TrawlError);
    const mistaken = copies.flatMap((one, index) =>
      copies.flatMap((other, place) =>
        names.flatMap((name) =>
          ['TrawlError', 'ApiError', ...names].filter((kind) => {
            const error = new one[name]('No.', 'failed', {});
            return error instanceof other[kind] !== error instanceof one[kind];
          }).map((kind) => [name, kind, index, place]),
        ),
      ),
    );
    console.log(JSON.stringify({ classes: new Set(copies.map(({ ApiError }) => ApiError)).size, names: names.length, mistaken }));
  `;
  project.write('copies.mjs', program);
  expect(await project.run('copies.mjs')).toEqual({ classes: 3, names: 22, mistaken: [] });
  rmSync(join(project.folder, 'copy'), { recursive: true });
});

describe('in a context of its own, as Jest runs tests,', () => {
  it('asks the platform for nothing when it is imported', async () => {
    const program = `import * as sdk from '@trawl/sdk'; report(Object.keys(sdk));`;
    const names: string[] = [];
    runInNewContext(await bundle(program, project.folder, 'neutral'), {
      report: (all: string[]) => names.push(...all),
    });
    expect(names).toContain('Trawl');
  });

  it('knows a connection that is refused by an error of another class', async () => {
    const program = `
      import { Trawl } from '@trawl/sdk';
      const call = new Trawl({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).search('a');
      call.catch((error) => [error.name, error.cause.message, error.cause instanceof Error]).then(report, report);
    `;
    const code = await bundle(program, project.folder, 'neutral');
    const platform = { fetch, URL, Headers, AbortController, TextDecoder, performance, setTimeout, clearTimeout };
    const report = await new Promise((resolve) => runInNewContext(code, { ...platform, report: resolve }));
    expect(report).toEqual(['ConnectionError', 'fetch failed', false]);
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
    expect(await project.compileWith('typescript-7', { ...STRICT, ...options }, file)).toBe('');
  });

  it.each([
    ['beside it', ''],
    ['below it', 'node_modules/@trawl/sdk/'],
  ])('for a library that declares what it returns, with the client %s', async (_, place) => {
    const modules = join(project.folder, 'node_modules');
    const nested = join(project.folder, place, 'node_modules/@trawl/client');
    mkdirSync(dirname(nested), { recursive: true });
    renameSync(join(modules, '@trawl/client'), nested);
    project.write('library.mts', program('library.mts'));
    const complaints = await project.compileWith('typescript-7', DECLARING, 'library.mts');
    renameSync(nested, join(modules, '@trawl/client'));
    expect(complaints).toBe('');
  });

  describe('in a store, as pnpm installs it,', () => {
    const stored = new Project();

    beforeAll(async () => {
      await stored.installStored('sdk', 'client');
      stored.write('library.mts', program('library.mts'));
      stored.write('passing.mts', passingLibrary());
    }, 120_000);

    afterAll(() => stored.remove());

    // The first and the last that are promised. The first one knows the arguments of no function as generic as `search`
    // under `exactOptionalPropertyTypes`.
    it.each<[Compiler, object]>([
      ['typescript-5.4', { exactOptionalPropertyTypes: false }],
      ['typescript-7', {}],
    ])('for a library, by %s', async (compiler, options) => {
      const files = ['library.mts', 'passing.mts'];
      expect(await stored.compileWith(compiler, { ...DECLARING, ...options }, ...files)).toBe('');
    });

    it('for a library that writes down its types, and for a program without the DOM', async () => {
      for (const types of ['@types', 'undici-types']) stored.link(types);
      stored.write('annotated.mts', program('annotated.mts'));
      const options = { ...DECLARING, isolatedDeclarations: true, lib: ['es2022'], types: ['node'] };
      expect(await stored.compileWith('typescript-7', options, 'annotated.mts')).toBe('');
    });
  });

  it('with the name that was meant for a misspelt member of a list', async () => {
    const calls = [
      ["search('a', { sources: ['webs'] })", `'SearchSourceName'. Did you mean '"web"'?`],
      ["search('a', { sources: ['web', 'newss'] })", `'SearchSourceName'. Did you mean '"news"'?`],
      ["search('a', { sources: [{ type: 'webs' }] })", `Did you mean '"web"'?`],
      ["search('a', { sources: [{ type: 'web', locaton: 'Berlin' }] })", "Did you mean to write 'location'?"],
      ["search('a', { categories: ['githb'] })", `'SearchCategoryName'. Did you mean '"github"'?`],
      ["scrape('a', { formats: ['markdwn'] })", `'FormatInput'. Did you mean '"markdown"'?`],
      ["scrape('a', { formats: ['links', 'rawhtml'] })", `'FormatInput'. Did you mean '"rawHtml"'?`],
      // Too short for TypeScript to find a name that is near.
      ["scrape('a', { formats: ['md'] })", `Type '"md"' is not assignable to type 'FormatInput'.`],
      ["scrape('a', { formats: [{ type: 'json', schma: {} }] })", "Did you mean to write 'schema'?"],
      ["crawl('a', { scrapeOptions: { formats: ['link'] } })", `'FormatInput'. Did you mean '"links"'?`],
      ["batchScrape(['a'], { formats: ['htm'] })", `'FormatInput'. Did you mean '"html"'?`],
      ["parse('a', { formats: ['markdwn'] })", `'ParseFormatInput'. Did you mean '"markdown"'?`],
    ] as const;
    const head = `import { Trawl } from '@trawl/sdk';\nconst trawl = new Trawl();\n`;
    project.write('misspelt.mts', head + calls.map(([call]) => `trawl.${call};\n`).join(''));
    const options = { ...STRICT, module: 'node20', lib: ['es2022', 'dom'] };
    const lines = (await project.compile(options, 'misspelt.mts')).trim().split('\n');
    expect(lines).toEqual(calls.map(([, hint]) => expect.stringContaining(hint)));
  });
});
