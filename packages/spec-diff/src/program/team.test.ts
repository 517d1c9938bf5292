import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { run } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'team-'));

const git = (...options: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...options], {
    cwd: folder,
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });

function commit(version: string, operation: string): void {
  const text = `openapi: 3.1.0\ninfo: { title: Things, version: ${version} }\npaths: { /things: { get: ${operation} } }\n`;
  writeFileSync(join(folder, 'openapi.yaml'), text);
  git('add', '.');
  git('commit', '--quiet', '--message', version);
}

beforeAll(() => {
  git('init', '--quiet', '--initial-branch', 'main');
  commit('1.0.0', '{ operationId: getThings, responses: {} }');
  commit('1.1.0', '{ operationId: listThings, responses: {} }');
});

afterEach(() => rmSync(join(folder, 'contract-changes.yaml'), { force: true }));

afterAll(() => rmSync(folder, { recursive: true }));

async function output(...args: string[]): Promise<{ status: number; text: string }> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const status = await run(args);
  const text = log.mock.calls.join('\n');
  log.mockRestore();
  return { status, text };
}

const history = (...args: string[]) => output('history', '--repository', folder, ...args);
const changelog = (...args: string[]) => output('changelog', '--repository', folder, ...args);

const configure = (text: string) => writeFileSync(join(folder, 'contract-changes.yaml'), text);

it('says its version wherever that is asked for', async () => {
  const version = expect.stringMatching(/^\d+\.\d+\.\d+$/);
  expect(await output('--version')).toEqual({ status: 0, text: version });
  expect(await history('--version')).toEqual({ status: 0, text: version });
  expect(await output('before.yaml', 'after.yaml', '--version')).toEqual({ status: 0, text: version });
});

it('lets a history fail where the configuration beside the contract says so', async () => {
  expect(await history()).toMatchObject({ status: 0, text: expect.stringContaining('1 breaking') });
  configure('fail-on: breaking');
  expect(await history()).toMatchObject({ status: 1, text: expect.stringContaining('1 of them fail (breaking).') });
});

it('puts options before the configuration', async () => {
  configure('fail-on: breaking');
  expect(await history('--audience', 'wire')).toMatchObject({
    status: 0,
    text: expect.stringContaining(' 0 breaking'),
  });
  expect(await history('--fail-on', 'none')).toMatchObject({ status: 0 });
});

it('counts nothing as breaking that is accepted', async () => {
  configure('accepted: [{ rule: operation-renamed, reason: Nobody used it., until: 2999-01-01 }]\nfail-on: breaking');
  expect(await history()).toMatchObject({ status: 0, text: expect.stringContaining(' 0 breaking') });
});

it('writes a changelog with the levels and for the audience of the configuration', async () => {
  expect((await changelog()).text).toContain('### Breaking');
  configure('rules: { operation-renamed: warning }');
  expect((await changelog()).text).toContain('### May break some programs');
  configure('audience: wire');
  expect((await changelog()).text).not.toContain('listThings');
});
