import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pages-'));
const repository = join(folder, 'repository');
const out = join(folder, 'site');

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd: repository, stdio: 'pipe' });
}

async function pages(): Promise<string> {
  const options = ['--conditions=@trawl/source', '--import', 'tsx'];
  const program = [join(root, 'scripts/pages.ts'), '--out', out, '--repository', repository];
  const address = ['--address', 'https://trawl.example/api/'];
  return (await promisify(execFile)(process.execPath, [...options, ...program, ...address], { cwd: root })).stdout;
}

const guide = () => readFileSync(join(out, 'docs/getting-started.html'), 'utf8');

beforeAll(() => {
  mkdirSync(join(repository, 'docs'), { recursive: true });
  const guides =
    '# Guides\n\nIn this order.\n\n## First steps\n\n1. [Getting started](getting-started.md): the first call\n';
  writeFileSync(join(repository, 'docs/README.md'), guides);
  writeFileSync(join(repository, 'docs/getting-started.md'), '# Getting started\n\nMake a call.\n');
  git('init', '--quiet');
});

afterAll(() => rmSync(folder, { recursive: true }));

it('says so when there is no release yet', async () => {
  await pages();
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('There is no release yet.');
  expect(guide()).not.toContain('API reference</a>');
});

it('renders each release, the latest first', { timeout: 180_000 }, async () => {
  // Of two operations: to render those of ours for each release takes ten seconds of a processor.
  const fixtures = join(root, 'openapi/rules/fixtures');
  cpSync(join(fixtures, 'samples'), join(repository, 'openapi/samples'), { recursive: true });
  cpSync(join(fixtures, 'clean.yaml'), join(repository, 'openapi/v2.yaml'));
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  git('tag', '@trawl/client@0.9.0');
  const contract = join(repository, 'openapi/v2.yaml');
  writeFileSync(
    contract,
    readFileSync(contract, 'utf8')
      .replace('      summary: Search the web', '      summary: Search all of the web')
      .replace(
        /(\n {4}SearchRequest:\n[\s\S]*?\n {6}properties:\n)/,
        '$1        deeper: { type: boolean, description: Looks deeper. }\n',
      ),
  );
  git('commit', '--quiet', '--all', '--message', 'Second');
  git('tag', '@trawl/client@0.10.0');

  expect(await pages()).toContain('2 versions');
  const page = (version: string) => readFileSync(join(out, version, 'index.html'), 'utf8');
  expect(page('0.9.0')).not.toContain('Search all of the web');
  expect(page('0.10.0')).toContain('Search all of the web');
  expect(page('latest')).toBe(page('0.10.0'));
  // The same call in another version, whatever it is called there, and what it did not have.
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  const call = read('0.10.0/search/search-all-of-the-web.html');
  expect(call).toContain('<a href="../../0.9.0/search/search-the-web.html">0.9.0</a>');
  expect(call).toContain('<link rel="canonical" href="../../latest/search/search-all-of-the-web.html">');
  expect(read('0.9.0/search/search-the-web.html')).toContain(
    '<link rel="canonical" href="../../latest/search/search-all-of-the-web.html">',
  );
  const sitemap = read('sitemap.xml');
  for (const place of ['', 'docs/', 'docs/getting-started.html', 'latest/', 'latest/search/search-all-of-the-web.html'])
    expect(sitemap).toContain(`<loc>https://trawl.example/api/${place}</loc>`);
  expect(sitemap).not.toContain('0.9.0');
  expect(call).toMatch(/id="deeper"[\s\S]*?<span class="badge">since 0\.10\.0<\/span>/);
  expect(read('0.9.0/search/search-the-web.html')).not.toContain('since 0');
  const changes = read('latest/changes.md');
  expect(changes).toMatch(/## 0\.10\.0[\s\S]*`?deeper`?[\s\S]*## 0\.9\.0[\s\S]*The first release/);
  expect(changes).toContain('[`POST /v2/search`](search/search-all-of-the-web.md)');
  expect(read('0.9.0/changes.html')).not.toContain('deeper');
  expect(read('changes.atom').match(/<entry>/g)).toHaveLength(2);
  const list = readFileSync(join(out, 'index.html'), 'utf8');
  expect(list.indexOf('>0.10.0</a></td>')).toBeLessThan(list.indexOf('>0.9.0</a></td>'));
  expect(list).toContain('<a href="latest/index.html">0.10.0</a>');
  expect(list).toContain('<a href="docs/index.html">');
  expect(guide()).toContain('<a href="../latest/index.html">API reference</a>');
  expect(guide()).toContain('<a class="home" href="../index.html">');
});
