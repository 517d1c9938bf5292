import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';
import { bundle } from '../../scripts/shared/bundle.js';
import { Project } from '../../scripts/shared/project.js';
import { installPlatforms, type Platform, programOf } from '../runtimes/install.js';
import { withWorker } from '../runtimes/workerd.js';

const run = promisify(execFile);
const README = readFileSync(new URL('../../packages/convert/README.md', import.meta.url), 'utf8');

/** Bytes of the bundle for browsers, compressed. The README states them. */
const MAX_BUNDLE_BYTES = 97_000;

const HTML =
  '<title>Tea</title><nav><a href="/">Home</a></nav><main><h1>Tea</h1><p>Two <a href="cups">cups</a> a day.</p></main>';
const MARKDOWN = '# Tea\n\nTwo [cups](https://tea.example/cups) a day.';

/** What every platform converts. */
const REPORT = {
  markdown: MARKDOWN,
  links: ['https://tea.example/cups'],
  text: 'Tea\nTwo cups a day.',
  latin: 'é',
};

const WORK = `
const url = 'https://tea.example/';
const { markdown, links } = await convert(new Blob([${JSON.stringify(HTML)}]), { url, formats: ['markdown', 'links'] });
const { text } = await convert(new Response(${JSON.stringify(HTML)}).body, { url, formats: ['text'] });
const latin = toMarkdown((await convert(new Uint8Array([60, 112, 62, 0xe9]), { contentType: 'text/html; charset=latin1', formats: ['html'] })).html);
const report = { markdown, links, text, latin };`;

const MAIN = `import { convert, toMarkdown } from '@trawl/convert';\n${WORK}\nconsole.log(JSON.stringify(report));`;

await installPlatforms();

const project = new Project();
let files: readonly string[];

beforeAll(async () => {
  files = await project.installPacked('convert');
  project.write('main.mjs', MAIN);
}, 300_000);

afterAll(() => project.remove());

describe('the tarball', () => {
  it('holds the program, the types, the workers and the bundle, and no source', () => {
    const names = [
      'index.js',
      'index.d.ts',
      'browser.js',
      'cli.js',
      'workers.js',
      'convert-worker.js',
      'worker-process.js',
    ];
    for (const name of names) expect(files).toContain(`dist/${name}`);
    expect(files.filter((file) => /(^src|^test|\.test\.)/.test(file))).toEqual([]);
  });

  it('does not tell where it was made', () => {
    expect(project.filesThatTell('convert', files)).toEqual([]);
  });
});

describe('the installed package converts', () => {
  it(`on Node ${process.versions.node}`, async () => {
    expect(await project.run('main.mjs')).toEqual(REPORT);
  });

  const platforms: [Platform, string[]][] = [
    ['Node 22', []],
    ['Node 24', []],
    ['Bun', []],
    ['Deno', ['run', '--allow-read', '--allow-env']],
  ];
  it.for(platforms)('on %s', async ([platform, args], { skip }) => {
    const executable = programOf(platform) ?? skip();
    expect(await project.runWith(executable, ...args, 'main.mjs')).toEqual(REPORT);
  });

  it('on workerd, without its compatibility with Node.js', async ({ skip }) => {
    const workerd = programOf('workerd') ?? skip();
    const code = `import { convert, toMarkdown } from '@trawl/convert/browser';
export default { async fetch() {${WORK}\nreturn Response.json(report); } };`;
    const worker = await bundle(code, project.folder, 'neutral');
    const report = await withWorker(workerd, project.folder, worker, async (url) => (await fetch(url)).json());
    expect(report).toEqual(REPORT);
  });

  it('in Chromium, from the one file for browsers', async ({ skip }) => {
    const options = browserOptions() ?? skip();
    const script = readFileSync(join(project.folder, 'node_modules/@trawl/convert/dist/browser.js'));
    const server = createServer(({ url }, response) => {
      response.setHeader('content-type', url === '/browser.js' ? 'text/javascript' : 'text/html');
      response.end(url === '/browser.js' ? script : '<!doctype html><title>Empty</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await chromium.launch(options);
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const code = `(async () => { const { convert, toMarkdown } = await import('/browser.js'); ${WORK} return report; })()`;
      expect(await page.evaluate(code)).toEqual(REPORT);
      const pdf = `import('/browser.js').then(({ convert }) => convert('%PDF-1.7', { contentType: 'application/pdf' })).catch(({ code }) => code)`;
      expect(await page.evaluate(pdf)).toBe('unsupported');
    } finally {
      await browser.close();
      server.close();
    }
  });
});

describe('the bundle for browsers', () => {
  it('is as small as the README says', () => {
    const file = join(project.folder, 'node_modules/@trawl/convert/dist/browser.js');
    const bytes = gzipSync(readFileSync(file), { level: 9 }).length;
    expect(bytes).toBeLessThan(MAX_BUNDLE_BYTES);
    expect(README).toContain(`It has ${MAX_BUNDLE_BYTES / 1_000} kB when compressed`);
  });

  it('refuses files that are no pages, by their types and their names', async () => {
    project.write(
      'files.mjs',
      `import { convert } from '@trawl/convert/browser';
const files = [{ contentType: 'text/x-python' }, { filename: 'tea.py' }, { filename: 'tea.html' }];
const read = files.map((file) => convert('<p>Tea</p>', file).then(({ markdown }) => markdown, ({ code }) => code));
console.log(JSON.stringify(await Promise.all(read)));`,
    );
    expect(await project.run('files.mjs')).toEqual(['unsupported', 'unsupported', 'Tea']);
  });

  it('is taken by bundlers for browsers', async () => {
    const code = await bundle(`export * from '@trawl/convert';`, project.folder, 'browser');
    expect(code).not.toMatch(/["'`]node:/);
    expect(code).toContain('is converted in Node.js, Bun and Deno only');
  });
});

it('gives a program only what it uses', async () => {
  const error = await bundle(`export { ConvertError } from '@trawl/convert';`, project.folder, 'node');
  expect(error.length).toBeLessThan(1_000);
});

it('does nothing at import', async () => {
  project.write(
    'import.mjs',
    `const before = [Object.keys(globalThis), process.getActiveResourcesInfo()];
await Promise.all(['', '/detect', '/schema', '/workers', '/browser'].map((path) => import('@trawl/convert' + path)));
const after = [Object.keys(globalThis), process.getActiveResourcesInfo()];
console.log(JSON.stringify({ before, after }));`,
  );
  const { before, after } = (await project.run('import.mjs')) as { before: unknown; after: unknown };
  expect(after).toEqual(before);
});

it('has types that a program compiles with', async () => {
  project.write(
    'types.mts',
    `import { convert, toMarkdown } from '@trawl/convert';
import { createConverter } from '@trawl/convert/workers';
const { markdown, menu } = await convert('<p>', { formats: ['markdown', 'menu'] });
const text: string = markdown;
const name: string | undefined = menu?.sections[0]?.name;
const [html]: string[] = [(await createConverter().convert(new Uint8Array(), { formats: ['html'] })).html];
console.log(text, name, html, toMarkdown(''));
`,
  );
  const options = { strict: true, module: 'NodeNext', target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'] };
  expect(await project.compile({ ...options, types: [] }, 'types.mts')).toBe('');
});

it('runs workers that end with the program', async () => {
  project.write(
    'workers.mjs',
    `import { createConverter } from '@trawl/convert/workers';
const converter = createConverter({ size: 1 });
const page = await converter.convert(${JSON.stringify(HTML)}, { url: 'https://tea.example/' });
const large = await converter.convert('<p>word </p>'.repeat(60_000), { formats: ['text'] });
const failure = await converter.convert('%PDF-1.7', { contentType: 'application/pdf' }).catch((error) => error);
console.log(JSON.stringify({ markdown: page.markdown, large: large.text.length, failure: [failure.name, failure.reason] }));
// It is not closed: idle workers keep no program running.`,
  );
  expect(await project.run('workers.mjs')).toEqual({
    markdown: MARKDOWN,
    large: 60_000 * 5 - 1,
    failure: ['WorkFailure', 'error'],
  });
});

it('brings the command', async () => {
  const command = join(project.folder, 'node_modules/.bin/trawl-convert');
  project.write('page.html', HTML);
  const { stdout } = await run(process.execPath, [command, 'page.html', '--url', 'https://tea.example/'], {
    cwd: project.folder,
  });
  expect(stdout).toBe(`${MARKDOWN}\n`);
});
