import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compare } from './compare.js';
import { readSpec } from './sources.js';

const folder = mkdtempSync(join(tmpdir(), 'composition-'));

/** A contract with one operation, whose response is a component called `Item`. */
const part = (path: string, item: string) => `openapi: 3.1.0
info: { title: Part, version: '1' }
servers: [{ url: 'https://api.example' }]
paths:
  ${path}:
    get:
      responses:
        '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
components:
  schemas:
    Item: ${item}
`;

function write(files: Record<string, string>): void {
  rmSync(join(folder, 'api'), { recursive: true, force: true });
  mkdirSync(join(folder, 'api/more'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'api', name), text);
}

const read = (name: string) => readSpec(name, { contract: 'openapi.yaml', folder });

beforeAll(() => {
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false', ...args],
      { cwd: folder, stdio: 'pipe' },
    );
  git('init', '--quiet', '--initial-branch=main');
  write({ 'a.yaml': part('/a', '{ type: string }'), 'b.yaml': part('/b', '{ type: integer }') });
  git('add', '.');
  git('commit', '--quiet', '--message', 'Two files');
});

afterAll(() => rmSync(folder, { recursive: true }));

it('is one contract: an operation that moves to another file stays the same', async () => {
  const before = await read('main:api/*.yaml');
  write({ 'b.yaml': part('/b', '{ type: integer }'), 'more/c.yaml': part('/a', '{ type: string }') });
  const report = compare(before, await read('api/**/*.yaml'));
  expect(report.verdicts.wire).toBe('none');
});

it('is the same as one file with all of it', async () => {
  const before = await read('main:api/*.yaml');
  const operation = (item: string) =>
    `{ get: { responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/${item}' } } } } } } }`;
  write({
    'all.yaml': `openapi: 3.1.0
info: { title: Part, version: '1' }
servers: [{ url: 'https://api.example' }]
paths:
  /a: ${operation('Item')}
  /b: ${operation('Number')}
components:
  schemas:
    Item: { type: string }
    Number: { type: integer }
`,
  });
  expect(compare(before, await read('api/*.yaml')).verdicts.wire).toBe('none');
});

it('names the file and the line of a change', async () => {
  const before = await read('main:api/*.yaml');
  write({ 'a.yaml': part('/a', '{ type: string }'), 'b.yaml': part('/b', '{ type: boolean }') });
  const { changes } = compare(before, await read('api/*.yaml'));
  expect(changes).toMatchObject([
    { rule: 'schema-type-changed', operations: ['GET /b'], location: { file: 'api/b.yaml', line: 11 } },
  ]);
});

it('refuses two files that describe one operation differently, and a pattern that no file fits', async () => {
  write({ 'a.yaml': part('/a', '{ type: string }'), 'b.yaml': part('/a', '{ type: integer }') });
  await expect(read('api/*.yaml')).rejects.toThrow(
    'api/*.yaml: api/b.yaml and another file both describe `get` of /a; leave one of them out.',
  );
  await expect(read('api/*.json')).rejects.toThrow('api/*.json: no file fits this pattern.');
});
