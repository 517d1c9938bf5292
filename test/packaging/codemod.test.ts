import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Project } from '../../scripts/shared/project.js';

/** A program for the official client with a call of each kind that can be rewritten. */
const PROGRAM = `
import Firecrawl from 'firecrawl';

const client = new Firecrawl({ apiKey: 'key', apiUrl: 'http://127.0.0.1:3002' });
const url = 'https://a.example/';
const id = 'a-job';
const schema = { type: 'object', properties: { price: { type: 'number' } } };

export async function main(seconds: number) {
  const page = await client.scrapeUrl(url, { formats: ['markdown', 'html'] });
  const { web } = await client.search('tea', { limit: 5 });
  const { links } = await client.mapUrl(url);
  const job = await client.crawl(url, { limit: 5, pollInterval: 2, timeout: seconds });
  const started = await client.startCrawl(url, { limit: 5 });
  const { data } = await client.batchScrape([url], { options: { formats: ['markdown'] } });
  const agent = await client.agent({ prompt: 'Find tea', schema });
  const extract = await client.extract({ urls: [url], prompt: 'The price' });
  await client.getCrawlErrors(id);
  await client.cancelCrawl(id);
  await client.getCreditUsageHistorical(true);
  await client.crawlParamsPreview(url, 'Only tea');
  await client.research.similarPapers(id, { intent: 'tea', k: 3 });
  return [page.markdown?.length, web?.length, links?.length, job.data.length, started.id, data.length, agent.data, extract.data];
}
`;

const project = new Project();
let files: readonly string[];

beforeAll(async () => {
  files = await project.installPacked('codemod-from-firecrawl', 'sdk', 'client');
}, 120_000);

afterAll(() => project.remove());

it('the tarball holds what is used and nothing else, and does not tell where it was made', () => {
  expect([...files].sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/cli.js',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/migrate.js',
    'package.json',
  ]);
  expect(project.filesThatTell('codemod-from-firecrawl', files)).toEqual([]);
});

it('the installed program rewrites a program so that it compiles with the SDK', async () => {
  project.write('program.ts', PROGRAM);
  const program = join(project.folder, 'node_modules/.bin/codemod-from-firecrawl');
  await promisify(execFile)(program, ['program.ts', '--write'], { cwd: project.folder });
  expect(readFileSync(join(project.folder, 'program.ts'), 'utf8')).toContain("from '@trawl/sdk'");
  const options = { strict: true, target: 'es2022', lib: ['es2023', 'dom'], module: 'nodenext', types: [] };
  expect(await project.compile(options, 'program.ts')).toBe('');
});
