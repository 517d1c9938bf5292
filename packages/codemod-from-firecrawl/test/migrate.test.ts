import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '../src/index.js';
import { METHODS } from '../src/methods.js';

const START = `import Firecrawl from 'firecrawl';\nconst client = new Firecrawl({ apiKey: 'key' });\n`;
const STARTED = `import { Trawl } from '@trawl/sdk';\nconst client = new Trawl({ apiKey: 'key' });\n`;

/** The call after it was rewritten, and what is left to do. */
function rewritten(call: string): string {
  const { code, remarks } = migrate(START + call, 'program.ts');
  expect(remarks).toEqual([]);
  expect(code.startsWith(STARTED)).toBe(true);
  return code.slice(STARTED.length);
}

describe('a call', () => {
  it.each([
    ['client.scrapeUrl(url, { formats })', 'client.scrape(url, { formats })'],
    ['client.startCrawl(url, { limit: 5 })', 'client.crawls.start({ url, limit: 5 })'],
    ['client.startCrawl(start, request)', 'client.crawls.start({ url: start, ...request })'],
    [
      "client.crawlParamsPreview('https://a.example', prompt)",
      "client.crawls.preview({ url: 'https://a.example', prompt })",
    ],
    ["client.agent({ prompt: 'Find tea', schema })", "client.agent('Find tea', { schema })"],
    ['client.extract({ urls: [a], prompt })', 'client.extract([a], { prompt })'],
    ['client.extract({ urls })', 'client.extract(urls)'],
    ['client.extract(urls, { prompt })', 'client.extract(urls, { prompt })'],
    ['client.browserExecute(id, { code, timeout: 5 })', 'client.browsers.execute(id, code, { timeout: 5 })'],
    ['client.research.similarPapers(id, { intent, k: 3 })', 'client.research.similar(id, intent, { k: 3 })'],
    ['client.getCreditUsageHistorical(true)', 'client.team.creditHistory({ byApiKey: true })'],
    ['client.getCreditUsageHistorical()', 'client.team.creditHistory()'],
    ['client?.getCrawlErrors(id)', 'client?.crawls.errors(id)'],
    [
      'client.crawl(url, { limit: 5, pollInterval: 2, timeout: seconds })',
      'client.crawl(url, { limit: 5 }, { pollIntervalMs: 2000, totalTimeoutMs: seconds * 1_000 })',
    ],
    ['client.batchScrape(urls, { options: { formats }, webhook })', 'client.batchScrape(urls, { webhook, formats })'],
    ['const { data } = await client.crawl(url);', 'const { documents: data } = await client.crawl(url);'],
    [
      'const job = await client.crawl(url);\njob.data.length;',
      'const job = await client.crawl(url);\njob.documents.length;',
    ],
  ])('%s', (before, after) => {
    expect(rewritten(before)).toBe(after);
  });

  it('of another object stays as it is', () => {
    expect(rewritten('other.scrapeUrl(url);')).toBe('other.scrapeUrl(url);');
  });

  it.each([
    ['client.watcher(id);', /^`watcher`: write for await/],
    ['client.agent(request);', /^`agent`: `prompt` has to be an argument of its own/],
    ['client.crawl(url, request);', /^`crawl`: look whether its request has `pollInterval`/],
    ['client.crawl(url, { ...request });', /^`crawl`: look whether what is spread has pollInterval/],
    ['client.listAgents();', /^`listAgents`: write nothing: the contract has no such operation/],
    ['client.makeTea();', /^`makeTea` is no method that the guide knows/],
  ])('%s is left to a person, with its line', (call, message) => {
    const { code, remarks } = migrate(START + call, 'program.ts');
    expect(code).toBe(STARTED + call);
    expect(remarks).toEqual([{ line: 3, message: expect.stringMatching(message) }]);
  });
});

describe('a client', () => {
  it('is found in a field, behind a function, in a parameter, and under another name', () => {
    const before = `import FirecrawlApp, { type Document } from "@mendable/firecrawl-js"
let cached: FirecrawlApp | null = null;
function open(): FirecrawlApp {
  cached ??= new FirecrawlApp({ apiUrl, apiKey });
  return cached;
}
class Reader {
  #app = new FirecrawlApp({ apiUrl: 'http://127.0.0.1:3002' });
  read = (url: string) => this.#app.scrapeUrl(url);
}
const list = (app: FirecrawlApp, url: string) => app.mapUrl(url);
const found = await open().getQueueStatus();
const same = open();
await same!.getConcurrency();
`;
    const { code, remarks } = migrate(before, 'program.ts');
    expect(code).toBe(`import { Trawl } from "@trawl/sdk"
let cached: Trawl | null = null;
function open(): Trawl {
  cached ??= new Trawl({ baseUrl: apiUrl, apiKey });
  return cached;
}
class Reader {
  #app = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
  read = (url: string) => this.#app.scrape(url);
}
const list = (app: Trawl, url: string) => app.map(url);
const found = await open().team.queue();
const same = open();
await same!.team.concurrency();
`);
    expect(remarks).toEqual([{ line: 1, message: "import what takes the place of Document from '@trawl/sdk'" }]);
  });

  it('is imported once, and what else is imported stays', () => {
    const before = "import Firecrawl from 'firecrawl';\nimport type { Document } from 'firecrawl';\n";
    const { code, remarks } = migrate(before, 'program.ts');
    expect(code).toBe("import { Trawl } from '@trawl/sdk';\nimport type { Document } from 'firecrawl';\n");
    expect(remarks).toEqual([{ line: 2, message: expect.stringMatching(/^import what takes the place of Document/) }]);
  });

  it('of before version 4 had results in an envelope, which is reported', () => {
    const { remarks } = migrate(
      `${START}const page = await client.scrapeUrl(url);\nif (page.success) page.markdown;`,
      'a.ts',
    );
    expect(remarks).toEqual([{ line: 4, message: expect.stringMatching(/^`page` is the result itself/) }]);
  });

  it('that is loaded by require() or import() is left to a person', () => {
    const before = "const { Firecrawl } = require('firecrawl');\nconst later = import('firecrawl');\n";
    const { code, remarks } = migrate(before, 'program.cjs');
    expect(code).toBe(before);
    expect(remarks.map(({ line }) => line)).toEqual([1, 2]);
  });
});

it('knows every method in the tables of the guide', () => {
  const guide = readFileSync(new URL('../../../docs/coming-from-firecrawl.md', import.meta.url), 'utf8');
  const [tables = ''] = guide.split('## Not here');
  const rows = [...tables.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w.]+)\(/g)].map(([, name = '']) => name),
  );
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((name) => !(name in METHODS))).toEqual([]);
});

describe('the command', () => {
  const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'trawl-codemod-'));
  const file = join(folder, 'program.ts');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('shows what would change, writes it with --write, and says by its status whether something is left', async () => {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules/other.ts'), START);
    writeFileSync(file, `${START}await client.scrapeUrl(url);\nclient.watcher(id);\n`);
    const dry = run(folder);
    expect(dry.status).toBe(1);
    expect(dry.stdout).toMatch(/^-await client\.scrapeUrl\(url\);$[\s\S]*^\+await client\.scrape\(url\);$/m);
    expect(dry.stderr).toContain(`${file}:4: \`watcher\`: write for await`);
    expect(dry.stderr).toContain(
      'would rewrite 3 places in 1 files; 1 are left to you.\nNothing was written: add --write.',
    );
    expect(readFileSync(file, 'utf8')).toContain('scrapeUrl');

    expect(run(folder, '--write')).toMatchObject({ status: 1, stdout: '' });
    expect(readFileSync(file, 'utf8')).toBe(`${STARTED}await client.scrape(url);\nclient.watcher(id);\n`);
    expect(readFileSync(join(folder, 'node_modules/other.ts'), 'utf8')).toBe(START);
  });

  function run(...args: string[]) {
    return spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), cli, ...args], { encoding: 'utf8' });
  }
});
