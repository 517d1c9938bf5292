import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readContracts } from './contract-pair.js';
import { run } from './program/program.js';

const root = mkdtempSync(join(tmpdir(), 'pair-'));
let count = 0;
let folder: string;

const git = (...options: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...options], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'A commit');
};

const move = (from: string, to: string) => {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  renameSync(join(folder, from), join(folder, to));
};

const contract = (title: string, paths: readonly string[]) =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\npaths:\n${paths.map((path) => `  ${path}:\n    get: { responses: {} }\n`).join('')}`;

const PATHS = ['/things', '/orders', '/users', '/files'];

beforeEach(() => {
  folder = join(root, `${count++}`);
  mkdirSync(folder);
  git('init', '--quiet', '--initial-branch', 'main');
  write('README.md', 'Things.\n');
  write('other.yaml', contract('Others', ['/others']));
  commit();
});

afterAll(() => rmSync(root, { recursive: true }));

/** Runs the program on two revisions, as the workflow does. */
async function compared(before: string, path = 'api/openapi.yaml', ...options: string[]) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const status = await run([before, 'HEAD', '--repository', folder, '--contract', path, ...options]);
  const [output, complaint] = [log, error].map(({ mock }) => mock.calls.join('\n'));
  log.mockRestore();
  error.mockRestore();
  return { status, output, complaint };
}

describe('a contract', () => {
  it('that is new is compatible, all of it', async () => {
    write('api/openapi.yaml', contract('Things', PATHS));
    commit();
    const { status, output } = await compared('HEAD~1');
    expect(status).toBe(0);
    expect(output).toMatch(/^minor {2}1 is compatible/);
    expect(output).toContain('The contract `api/openapi.yaml` is new: all of it, 4 operations.');
  });

  it('that was deleted breaks everybody, unless the team has accepted it', async () => {
    write('api/openapi.yaml', contract('Things', PATHS));
    commit();
    rmSync(join(folder, 'api'), { recursive: true });
    commit();
    const { status, output } = await compared('HEAD~1');
    expect(status).toBe(1);
    expect(output).toMatch(/^major {2}1 change breaks/);
    expect(output).toContain('The contract `api/openapi.yaml` was removed, with all of it: 4 operations.');
    write('agreed.yaml', 'accepted: [{ rule: contract-removed, reason: Retired., until: 2999-12-31 }]');
    expect((await compared('HEAD~1', 'api/openapi.yaml', '--config', join(folder, 'agreed.yaml'))).status).toBe(0);
  });

  it.each([
    ['its new path', 'v1/contract.yaml'],
    ['its old path', 'api/openapi.yaml'],
  ])('that was moved and changed is followed, by %s', async (_name, path) => {
    write('api/openapi.yaml', contract('Things', PATHS));
    commit();
    move('api/openapi.yaml', 'v1/contract.yaml');
    write('v1/contract.yaml', contract('Things', PATHS.slice(1)));
    write('api/another.yaml', contract('Another', ['/another']));
    commit();
    const { status, output } = await compared('HEAD~1', path);
    expect(status).toBe(1);
    expect(output).toContain('The path `/things` was removed.');
    expect(output).toContain('The contract was moved from `api/openapi.yaml` to `v1/contract.yaml`.');
    expect(output).toMatch(/^major {2}1 change breaks/);
  });

  it('of several files is followed with them', async () => {
    write('api/openapi.yaml', `${contract('Things', PATHS)}components: { schemas: { A: { $ref: parts/a.yaml } } }\n`);
    write('api/parts/a.yaml', 'type: string\nmaxLength: 20\n');
    commit();
    move('api', 'v1');
    commit();
    const { status, output } = await compared('HEAD~1', 'v1/openapi.yaml');
    expect(status).toBe(0);
    expect(output).toContain('mean and say the same');
  });

  it('that was moved in the working tree is followed before it is committed', async () => {
    write('api/openapi.yaml', contract('Things', PATHS));
    commit();
    move('api/openapi.yaml', 'v1/openapi.yaml');
    const sources = { contract: 'v1/openapi.yaml', folder };
    const pair = await readContracts('main', 'v1/openapi.yaml', sources);
    expect(pair).toMatchObject({ moved: { from: 'api/openapi.yaml', to: 'v1/openapi.yaml' } });
    expect(git('status', '--porcelain', '--untracked-files=no').trim()).toBe('D api/openapi.yaml');
  });

  it('that resembles another one that is still there was not moved', async () => {
    write('api/openapi.yaml', contract('Things', PATHS));
    commit();
    write('v2/openapi.yaml', contract('Things', PATHS));
    commit();
    expect((await compared('HEAD~1', 'v2/openapi.yaml')).output).toContain('`v2/openapi.yaml` is new');
  });

  it('that was added or deleted in one of two places that were named is an error, and so is one that was never there', async () => {
    await expect(readContracts('main', 'HEAD', { contract: 'api/gone.yaml', repository: folder })).rejects.toThrow(
      'main:api/gone.yaml: the revision has no such file',
    );
    await expect(
      readContracts('main:other.yaml', 'HEAD:gone.yaml', { contract: 'other.yaml', repository: folder }),
    ).rejects.toThrow('HEAD:gone.yaml: the revision has no such file');
    // A path from the folder in which the program was started is not one from the root.
    write('api/openapi.yaml', contract('Things', PATHS));
    commit();
    const inside = { contract: 'openapi.yaml', folder: join(folder, 'api') };
    await expect(readContracts('main', 'openapi.yaml', inside)).rejects.toThrow('by its path from the root');
  });
});

it.each(['', ' ', '0'.repeat(40), '0'.repeat(64)])('says what to pass where there is no base (%j)', async (base) => {
  const { status, complaint } = await compared(base, 'other.yaml');
  expect(status).toBe(2);
  expect(complaint).toContain('github.event.merge_group.base_sha');
  expect(complaint?.split('\n')).toHaveLength(1);
});
