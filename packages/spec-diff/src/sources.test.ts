import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeBase, readSpec } from './sources.js';

const contract = (version: string) => `openapi: 3.1.0\ninfo: { title: Things, version: '${version}' }\npaths: {}\n`;

let folder: string;
let repository: string;

const git = (cwd: string, ...options: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...options], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  }).trim();

const commit = (version: string) => {
  writeFileSync(join(repository, 'openapi/v2.yaml'), contract(version));
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message', version);
  return git(repository, 'rev-parse', 'HEAD');
};

let left: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
  repository = join(folder, 'repository');
  mkdirSync(join(repository, 'openapi'), { recursive: true });
  git(repository, 'init', '--quiet', '--initial-branch', 'main');
  left = commit('1');
  git(repository, 'switch', '--quiet', '--create', 'feature');
  commit('2');
  git(repository, 'switch', '--quiet', 'main');
  commit('3');
  git(repository, 'switch', '--quiet', 'feature');
  writeFileSync(join(repository, 'openapi/v2.yaml'), contract('4'));
  writeFileSync(join(repository, 'other.yaml'), contract('5'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string, inside = repository) => readSpec(name, { contract: 'openapi/v2.yaml', folder: inside });

describe('a contract is read', () => {
  it.each([
    ['a file', 'other.yaml', '5'],
    ['a file that git knows as well, as it is now', 'openapi/v2.yaml', '4'],
    ['a branch', 'main', '3'],
    ['a revision', 'HEAD~1', '1'],
    ['a revision and a file', 'feature:openapi/v2.yaml', '2'],
  ])('from %s', async (_name, name, version) => {
    expect((await read(name)).root.info).toMatchObject({ version });
  });

  it('from several files, of the working tree and of a revision, and not from outside of the repository', async () => {
    const main = (target: string) =>
      contract('6').replace('paths: {}', `paths: {}\ncomponents: { schemas: { Page: { $ref: ${target} } } }`);
    writeFileSync(join(repository, 'openapi/page.yaml'), 'type: object\n');
    writeFileSync(join(repository, 'openapi/several.yaml'), main('page.yaml'));
    git(repository, 'add', 'openapi/page.yaml', 'openapi/several.yaml');
    git(repository, 'commit', '--quiet', '--message', 'Several');
    const schemas = async (name: string) => JSON.stringify((await read(name)).root.components);
    expect(await schemas('openapi/several.yaml')).toContain('"type":"object"');
    writeFileSync(join(repository, 'openapi/page.yaml'), 'type: string\n');
    expect(await schemas('openapi/several.yaml')).toContain('"type":"string"');
    expect(await schemas('HEAD:openapi/several.yaml')).toContain('"type":"object"');

    writeFileSync(join(folder, 'secret.yaml'), 'type: string\n');
    writeFileSync(join(repository, 'openapi/several.yaml'), main('../../secret.yaml'));
    await expect(read('openapi/several.yaml')).rejects.toThrow('leads out of the repository');
    symlinkSync(join(folder, 'secret.yaml'), join(repository, 'openapi/linked.yaml'));
    writeFileSync(join(repository, 'openapi/several.yaml'), main('linked.yaml'));
    await expect(read('openapi/several.yaml')).rejects.toThrow('there is no file openapi/linked.yaml');
  });

  it('with the path that it has in the repository', async () => {
    expect(await read('main')).toMatchObject({
      name: 'openapi/v2.yaml at main',
      file: 'openapi/v2.yaml',
      revision: 'main',
    });
  });
});

it('compares with where the branch left the default branch', () => {
  expect(mergeBase(repository)).toBe(left);
});

describe('what cannot be read is said in a sentence:', () => {
  it.each([
    ['neither a file nor a revision', 'gone.yaml', 'gone.yaml: there is no such file, and no such git revision.'],
    ['an option in the place of a revision', '--all', '--all: there is no such file, and no such git revision.'],
    ['a folder', 'openapi', 'openapi: this is a folder; name the file in it.'],
    [
      'a revision without it',
      'main:gone.yaml',
      'main:gone.yaml: the revision has no such file; name the contract by its path',
    ],
  ])('%s', async (_name, name, message) => {
    await expect(read(name)).rejects.toThrow(message);
  });

  it('no repository', () => {
    expect(() => mergeBase(folder)).toThrow('There is no git repository here: name the two contracts to compare.');
  });

  it('no default branch', () => {
    const bare = mkdtempSync(join(folder, 'other-'));
    git(bare, 'init', '--quiet', '--initial-branch', 'work');
    expect(() => mergeBase(bare)).toThrow(/^There is no default branch here .*Name the revision to compare with\.$/);
  });

  it('a shallow clone that ends before the branches meet', async () => {
    const [hub, clone] = [join(folder, 'hub'), join(folder, 'clone')];
    git(folder, 'clone', '--quiet', '--bare', repository, hub);
    git(hub, 'symbolic-ref', 'HEAD', 'refs/heads/main');
    git(folder, 'clone', '--quiet', '--depth', '1', '--no-single-branch', `file://${hub}`, clone);
    git(clone, 'switch', '--quiet', 'feature');
    expect(() => mergeBase(clone)).toThrow(/This is a shallow clone: fetch the history .*`fetch-depth: 0`/);
    await expect(read('HEAD~1', clone)).rejects.toThrow(/no such git revision\. This is a shallow clone/);
  });
});
