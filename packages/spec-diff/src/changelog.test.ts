import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changelog } from './changelog.js';
import { compare } from './compare.js';
import type { SpecDocument } from './document.js';
import { withPolicy } from './policy.js';

const folder = mkdtempSync(join(tmpdir(), 'changelog-'));

function commit(version: string, parameters: string): void {
  const text = `openapi: 3.1.0\ninfo: { title: Things, version: ${version} }\npaths: { /things: { get: { parameters: ${parameters}, responses: {} } } }\n`;
  writeFileSync(join(folder, 'openapi.yaml'), text);
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  const date = { GIT_COMMITTER_DATE: '2030-01-02T12:00:00Z', GIT_AUTHOR_DATE: '2030-01-02T12:00:00Z' };
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe', env: { ...process.env, ...date } });
  git('add', '.');
  git('commit', '--quiet', '--message', version);
}

const parameter = (name: string) => `{ name: ${name}, in: query, schema: { type: string } }`;

beforeAll(() => {
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder, stdio: 'pipe' });
  commit('1.0.0', `[${parameter('a')}]`);
  commit('1.1.0', `[${parameter('a')}, ${parameter('wrong')}]`);
  commit('1.1.0', `[${parameter('a')}, ${parameter('b')}]`);
  commit('2.0.0', `[${parameter('b')}]`);
});

afterAll(() => rmSync(folder, { recursive: true }));

it('says what each version changed as a whole, the latest first', async () => {
  expect(await changelog('openapi.yaml', { folder })).toBe(`# Changes of \`openapi.yaml\`

## 2.0.0 (2030-01-02)

### Breaking

- The query parameter \`a\` was removed. (\`GET /things\`) \`request-parameter-removed\`

## 1.1.0 (2030-01-02)

### New and compatible

- The query parameter \`b\` was added. (\`GET /things\`) \`request-parameter-added\``);
});

it('tells what a team has accepted apart from what breaks, and why', async () => {
  const accepted = [{ rule: 'parameter-removed', reason: 'Nobody sent it.', until: '2999-12-31' }];
  const compareAsTeam = (before: SpecDocument, after: SpecDocument) =>
    withPolicy(compare(before, after), { rules: {}, accepted, settings: {} });
  expect(await changelog('openapi.yaml', { folder, most: 1, compare: compareAsTeam })).toContain(`## 2.0.0 (2030-01-02)

### Accepted

- The query parameter \`a\` was removed. (\`GET /things\`) Nobody sent it.`);
});

it('refuses a file without a history', async () => {
  await expect(changelog('none.yaml', { folder })).rejects.toThrow('none.yaml: the history has no two versions of it');
});
