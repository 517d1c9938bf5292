import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('docs.ts', import.meta.url));
const TSX = fileURLToPath(import.meta.resolve('tsx'));
const CONTRACT = `openapi: 3.1.0
info: { title: Things, version: 1.0.0, description: Nothing but things. }
security: []
paths:
  /v2/things:
    get:
      operationId: listThings
      tags: [Things]
      summary: List things
      description: All of them.
      responses:
        '200': { description: The things. }
`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'trawl-docs-'));
  mkdirSync(join(root, 'openapi/samples'), { recursive: true });
  writeFileSync(join(root, 'openapi/v2.yaml'), CONTRACT);
  writeFileSync(join(root, 'openapi/samples/listThings.ts'), "console.log('things');\n");
});

afterEach(() => rmSync(root, { recursive: true }));

function docs(...options: string[]) {
  const program = ['--conditions=@trawl/source', '--import', TSX, SCRIPT];
  return spawnSync(process.execPath, [...program, ...options], { cwd: root, encoding: 'utf8' });
}

/** Renders the contract after a change to its text, and answers with the one line that says why it cannot be done. */
function refusal(from: string, to: string): string {
  expect(CONTRACT).toContain(from);
  writeFileSync(join(root, 'openapi/v2.yaml'), CONTRACT.replace(from, to));
  const { status, stdout, stderr } = docs();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(existsSync(join(root, 'dist'))).toBe(false);
  const [line = '', ...more] = stderr.trimEnd().split('\n');
  expect(more).toEqual([]);
  return line;
}

it('writes pages in which no folder of this machine is named', { timeout: 30_000 }, () => {
  const { status, stdout, stderr } = docs();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^wrote dist\/reference, 4 pages, [\d,]+ kB\nwrote dist\/redoc\.html\n$/);
  const html = readFileSync(join(root, 'dist/reference/things/list-things.html'), 'utf8');
  expect(html).toContain('<h1>List things</h1>');
  const written = (name: string) => readFileSync(join(root, 'dist/reference', name), 'utf8');
  expect(JSON.parse(written('openapi.json')).paths).toHaveProperty('/v2/things');
  expect(written('openapi.yaml')).toBe(CONTRACT);
  const call = '# List things\n\n`GET /v2/things` (`listThings`)\n\nAll of them.';
  for (const name of ['things/list-things.md', 'reference.md']) expect(written(name), name).toContain(call);
  expect(written('llms.txt')).toContain('- [List things](things/list-things.md): `GET /v2/things`');
  expect(written('llms-full.txt')).toContain('# List things');
  expect(readFileSync(join(root, 'dist/redoc.html'), 'utf8')).toContain('List things');
  for (const path of [root, tmpdir(), process.cwd(), fileURLToPath(new URL('..', import.meta.url))]) {
    expect(html).not.toContain(`${path}/`);
  }
});

it('marks what the contract changes since a commit, and says so when there is no such commit', {
  timeout: 60_000,
}, () => {
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
    return spawnSync('git', [...identity, ...args], { cwd: root });
  };
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  const limit = '      parameters: [{ name: limit, in: query, example: 3, schema: { type: integer } }]\n';
  writeFileSync(join(root, 'openapi/v2.yaml'), CONTRACT.replace('      responses:', `${limit}      responses:`));
  const missing = docs('--since', 'nowhere');
  expect(missing).toMatchObject({ status: 1, stdout: '' });
  expect(missing.stderr).toMatch(/^--since: nowhere: there is no such file, and no such git revision\..*\n$/);

  expect(docs('--since', 'HEAD')).toMatchObject({ status: 0, stderr: '' });
  const written = (name: string) => readFileSync(join(root, 'dist/reference', name), 'utf8');
  const page = written('things/list-things.html');
  expect(page).toMatch(/<strong>Changed:<\/strong>[^<]*<code>limit<\/code>/);
  expect(page).toMatch(/id="limit"[\s\S]*?<span class="badge">changed<\/span>[\s\S]*?<strong>Changed:<\/strong>/);
  expect(written('changes.md')).toMatch(/since `HEAD`[\s\S]*`limit`/);
  expect(written('index.html')).toContain('<a href="changes.html">What changed</a>');
});

describe('a broken contract is refused', { timeout: 30_000 }, () => {
  it('with the place where the YAML ends to be YAML', () => {
    expect(refusal('tags: [Things]', 'tags: [Things')).toMatch(/^openapi\/v2\.yaml:9:7: .*end with a \]/);
  });

  it('with the place and the target of a reference that leads nowhere', () => {
    const line = refusal('{ description: The things. }', "{ $ref: '#/components/responses/Things' }");
    expect(line).toMatch(/^openapi\/v2\.yaml:12:\d+: \$ref "#\/components\/responses\/Things" .* leads nowhere$/);
  });

  it('with the place of what OpenAPI does not know, and what was meant', () => {
    expect(refusal('summary: List', 'sumary: List')).toBe(
      "openapi/v2.yaml:9:7 at #/paths/~1v2~1things/get/sumary: Property `sumary` is not expected here. Did you mean 'summary'?",
    );
  });
});
