import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changelog } from '../changelog.js';
import { history } from '../history.js';
import { mergeBase, readSpec } from '../sources.js';

const root = mkdtempSync(join(tmpdir(), 'repository-'));
let count = 0;
let folder: string;
let repository: string;

/** What a program leaves behind that must not run. */
const proof = join(root, 'proof');
const program = join(root, 'program.sh');
writeFileSync(program, `#!/bin/sh\ntouch ${proof}\nexit 1\n`);
chmodSync(program, 0o755);

const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const git = (cwd: string, ...options: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...options], {
    cwd,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const write = (name: string, text: string) => {
  mkdirSync(join(repository, name, '..'), { recursive: true });
  writeFileSync(join(repository, name), text);
};

const commit = (message: string) => {
  git(repository, 'add', '--all', '--force');
  git(repository, 'commit', '--quiet', '--message', message);
};

const contract = (version: string, rest = '') =>
  `openapi: 3.1.0\ninfo: { title: Things, version: '${version}' }\npaths: {}\n${rest}`;

const reference = (target: string) =>
  contract('9', `components: { schemas: { A: { description: { $ref: ${target} } } } }\n`);

beforeEach(() => {
  folder = join(root, `${count++}`);
  repository = join(folder, 'repository');
  mkdirSync(repository, { recursive: true });
  git(repository, 'init', '--quiet', '--initial-branch', 'main');
  write('api/openapi.yaml', contract('1'));
  commit('1');
  write('api/openapi.yaml', contract('2'));
  commit('2');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(proof, { force: true });
});

afterAll(() => rmSync(root, { recursive: true }));

const FILE = 'api/openapi.yaml';
const read = (name: string, inside = repository) => readSpec(name, { contract: FILE, folder: inside });
const versionOf = async (name: string, inside = repository) => (await read(name, inside)).root.info;

/** Everything that the program asks git for. */
async function useGit(inside: string): Promise<void> {
  await read('main~1', inside).catch(() => undefined);
  await read('main:gone.yaml', inside).catch(() => undefined);
  await read('main:api/*.yaml', inside).catch(() => undefined);
  try {
    mergeBase(inside);
    for await (const _step of history(FILE, { folder: inside }));
    await changelog(FILE, { folder: inside });
  } catch {
    // What matters is what has run.
  }
}

/** Settings by which git can be made to run a program, and by which it runs one to fetch what is missing. */
const SETTINGS = [
  [
    'programs of git',
    `[core]
fsmonitor = ${program}
hooksPath = ${root}
pager = ${program}
alternateRefsCommand = ${program}
[format]
pretty = %G?
[log]
showSignature = true
[gpg]
program = ${program}
[diff]
external = ${program}
[diff "evil"]
command = ${program}
textconv = ${program}
[filter "evil"]
smudge = ${program}
process = ${program}
required = true
`,
  ],
  [
    'another file',
    `[include]
path = ${join(root, 'included')}
`,
  ],
  [
    'a server to fetch from',
    `[extensions]
partialClone = origin
[remote "origin"]
url = ext::${program}
promisor = true
uploadpack = ${program}
[protocol "ext"]
allow = always
[core]
sshCommand = ${program}
gitProxy = ${program}
`,
  ],
] as const;
writeFileSync(join(root, 'included'), `[log]\nshowSignature = true\n[gpg]\nprogram = ${program}\n`);

/** A commit that claims to be signed, on a branch of which an object is missing. */
function signAndLose(): void {
  const text = git(repository, 'cat-file', 'commit', 'HEAD');
  const signed = text.replace(
    '\n\n',
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
  );
  writeFileSync(join(folder, 'commit'), `${signed}\n`);
  git(
    repository,
    'reset',
    '--quiet',
    '--soft',
    git(repository, 'hash-object', '-t', 'commit', '-w', join(folder, 'commit')),
  );
  const lost = git(repository, 'rev-parse', `HEAD~1:${FILE}`);
  rmSync(join(repository, '.git/objects', lost.slice(0, 2), lost.slice(2)), { force: true });
}

describe('nothing runs that is named', () => {
  it.each(SETTINGS)('by the configuration of a repository that came with its files: %s', async (_name, settings) => {
    signAndLose();
    write('.gitattributes', '* diff=evil filter=evil\n');
    writeFileSync(join(repository, '.git/config'), `[core]\nrepositoryformatversion = 1\nbare = false\n${settings}\n`);
    await useGit(join(repository, 'api'));
    expect(existsSync(proof)).toBe(false);
  });

  it.each(SETTINGS)('by a bare repository among the files of the tree: %s', async (_name, settings) => {
    write('api/HEAD', 'ref: refs/heads/main\n');
    write('api/refs/heads/main', `${'1'.repeat(40)}\n`);
    write('api/objects/.keep', '');
    write('api/config', `[core]\nrepositoryformatversion = 1\nbare = false\nworktree = ..\n${settings}\n`);
    commit('3');
    await useGit(join(repository, 'api'));
    expect(existsSync(proof)).toBe(false);
    expect(await versionOf('main', join(repository, 'api'))).toMatchObject({ version: '2' });
    expect(mergeBase(join(repository, 'api'))).toBe(git(repository, 'rev-parse', 'HEAD'));
  });

  it('by the variables of git', async () => {
    signAndLose();
    const parameters = `'log.showSignature=true' 'gpg.program=${program}' 'core.fsmonitor=${program}'`;
    for (const name of ['EXTERNAL_DIFF', 'SSH_COMMAND', 'PAGER', 'ASKPASS']) vi.stubEnv(`GIT_${name}`, program);
    for (const name of ['DIR', 'WORK_TREE', 'OBJECT_DIRECTORY', 'EXEC_PATH']) vi.stubEnv(`GIT_${name}`, root);
    vi.stubEnv('GIT_TRACE', proof);
    vi.stubEnv('GIT_CONFIG_PARAMETERS', parameters);
    expect(await versionOf('main')).toMatchObject({ version: '2' });
    await useGit(repository);
    expect(existsSync(proof)).toBe(false);
  });
});

describe('nothing is read from outside of the repository', () => {
  beforeEach(() => {
    writeFileSync(join(folder, 'secret.yaml'), contract('secret'));
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(join(folder, 'secrets/openapi.yaml'), contract('secret'));
  });

  it('through a link in the place of the contract or of its folder', async () => {
    symlinkSync('../../secret.yaml', join(repository, 'api/linked.yaml'));
    symlinkSync('../secrets', join(repository, 'linked'));
    await expect(read('api/linked.yaml')).rejects.toThrow('this is a link that leads out of the repository');
    await expect(read('linked/openapi.yaml')).rejects.toThrow('this is a link that leads out of the repository');
    await expect(read(join(repository, 'api/linked.yaml'), folder)).rejects.toThrow('leads out of the repository');
    commit('3');
    await expect(read('HEAD:api/linked.yaml')).rejects.toThrow('the revision has no such file');
    await expect(read('HEAD:linked/openapi.yaml')).rejects.toThrow('the revision has no such file');
  });

  it('and nothing that Git keeps for itself', async () => {
    git(repository, 'config', 'http.extraheader', 'AUTHORIZATION: secret');
    write('api/openapi.yaml', reference('../.git/config'));
    await expect(read(FILE)).rejects.toThrow('there is no file .git/config');
    symlinkSync('../.git/config', join(repository, 'api/config.md'));
    write('api/openapi.yaml', reference('config.md'));
    await expect(read(FILE)).rejects.toThrow('there is no file api/config.md');
    await expect(read('api/config.md')).rejects.toThrow('leads out of the repository');
  });
});

describe('a contract is read', () => {
  it('through a link within the repository, of the working tree and of a revision alike', async () => {
    symlinkSync('openapi.yaml', join(repository, 'api/linked.yaml'));
    symlinkSync('loop.yaml', join(repository, 'api/loop.yaml'));
    symlinkSync('api', join(repository, 'v1'));
    write('api/whole.yaml', reference('linked.yaml#/info/title'));
    commit('3');
    for (const name of ['api/linked.yaml', 'v1/openapi.yaml', 'HEAD:api/linked.yaml', 'HEAD:v1/openapi.yaml'])
      expect(await versionOf(name)).toMatchObject({ version: '2' });
    const whole = await read('HEAD:api/whole.yaml');
    expect(whole.root.components).toMatchObject({ schemas: { A: { description: 'Things' } } });
    await expect(read('HEAD:api/loop.yaml')).rejects.toThrow('the revision has no such file');
  });

  it('from a bare repository, a further working tree and a submodule', async () => {
    git(folder, 'clone', '--quiet', '--bare', repository, 'bare.git');
    expect(await versionOf('main~1', join(folder, 'bare.git'))).toMatchObject({ version: '1' });
    git(repository, 'worktree', 'add', '--quiet', '-b', 'other', join(folder, 'other'), 'main~1');
    expect(await versionOf('HEAD', join(folder, 'other'))).toMatchObject({ version: '1' });
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository, 'sub');
    write('sub/api/openapi.yaml', reference('../../api/openapi.yaml#/info/title'));
    expect(await versionOf('HEAD~1', join(repository, 'sub'))).toMatchObject({ version: '1' });
    await expect(read('sub/api/openapi.yaml')).rejects.toThrow('leads out of the repository');
  });

  it('from a repository with other hashes, by a name that the configuration explains, and by a name with blanks', async () => {
    const other = join(folder, 'other "hashes"');
    mkdirSync(other);
    git(other, 'init', '--quiet', '--object-format', 'sha256', '--initial-branch', 'main');
    repository = other;
    write('api/ü b.yaml', contract('3'));
    write(FILE, contract('4'));
    commit('1');
    expect(await versionOf('main:api/ü b.yaml')).toMatchObject({ version: '3' });
    git(folder, 'clone', '--quiet', other, 'clone');
    expect(await versionOf('@{upstream}', join(folder, 'clone'))).toMatchObject({ version: '4' });
  });

  it('only as far as a partial clone goes, which is said', async () => {
    git(repository, 'config', 'uploadpack.allowFilter', 'true');
    git(folder, 'clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${repository}`, 'clone');
    await expect(read('HEAD', join(folder, 'clone'))).rejects.toThrow('this partial clone has not fetched it');
  });
});
