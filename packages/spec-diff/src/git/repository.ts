import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpecProblem } from '../problem.js';
import { locateRepository, type RepositoryLocation } from './location.js';

/** What of its configuration says how objects and references are stored, or which branch follows which. */
const CONFIGURATION = String.raw`^(extensions\.(objectformat|compatobjectformat|refstorage)|branch\..*\.(remote|merge)|remote\..*\.fetch)$`;

const OWN_CONFIGURATION = '[core]\nbare = true\nrepositoryformatversion = 1\n';

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * A repository of which git reads objects and references, and nothing else. Its configuration and its hooks can name
 * programs that git runs and servers that git asks, so git is given a directory of our own, which refers to the objects and
 * references of the repository, and has a configuration of our own.
 */
export class Repository {
  /** The working tree; a bare repository has none. */
  readonly workTree: string | undefined;
  readonly #objects: string;
  readonly #directory: string;

  private constructor(location: RepositoryLocation) {
    this.workTree = location.workTree;
    this.#objects = join(location.commonDirectory, 'objects');
    this.#directory = mkdtempSync(join(tmpdir(), 'spec-diff-git-'));
    try {
      this.#link(location);
    } catch (cause) {
      this.close();
      throw new SpecProblem(
        `${location.gitDirectory}: this git repository cannot be read (${(cause as Error).message}).`,
        {
          cause,
        },
      );
    }
  }

  /** The repository in which a folder is; undefined if it is in none. It has to be closed. */
  static around(folder: string): Repository | undefined {
    const location = locateRepository(folder);
    return location && new Repository(location);
  }

  close(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Runs git; what it says on the standard error is of no use to anybody. */
  run(options: readonly string[], input?: string): { output: string; failed: boolean } {
    try {
      const output = execFileSync('git', options, {
        ...this.#surroundings(),
        input: input ?? '',
        stdio: ['pipe', 'pipe', 'ignore'],
        encoding: 'utf8',
        maxBuffer: MOST_BYTES,
      });
      return { output, failed: false };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
        throw new SpecProblem('git is not installed: name two files to compare.', { cause });
      }
      return { output: '', failed: true };
    }
  }

  /** The lines that git prints, of names that end with NUL or with a line break. */
  list(options: readonly string[]): string[] {
    return this.run(options)
      .output.split(/[\0\n]/)
      .filter(Boolean);
  }

  /** Whether the name of a revision leads to a commit. */
  hasCommit(revision: string): boolean {
    return !this.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).failed;
  }

  get isShallow(): boolean {
    return this.run(['rev-parse', '--is-shallow-repository']).output.trim() === 'true';
  }

  /** Whether the clone has only some of the objects; git would fetch the others when it needs them. */
  get isPartial(): boolean {
    const packs = join(this.#objects, 'pack');
    return existsSync(packs) && readdirSync(packs).some((name) => name.endsWith('.promisor'));
  }

  /** A process of git to which questions are sent. */
  start(options: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn('git', options, this.#surroundings());
  }

  #surroundings() {
    // The variables of git could name another repository, a configuration or programs.
    const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
    const env: NodeJS.ProcessEnv = {
      ...Object.fromEntries(own),
      GIT_DIR: this.#directory,
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_SYSTEM: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
      // Nothing is fetched, whatever is missing.
      GIT_ALLOW_PROTOCOL: '',
      GIT_NO_LAZY_FETCH: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_LITERAL_PATHSPECS: '1',
    };
    return { cwd: this.#directory, env };
  }

  #link({ gitDirectory, commonDirectory }: RepositoryLocation): void {
    const own = (...names: string[]) => join(this.#directory, ...names);
    // Git wants no link in the place of HEAD. FETCH_HEAD and others may be named as revisions.
    for (const name of readdirSync(gitDirectory).filter((each) => /^(\w+_)?HEAD$/.test(each)))
      copyFileSync(join(gitDirectory, name), own(name));
    for (const name of ['packed-refs', 'shallow']) {
      const file = join(commonDirectory, name);
      if (existsSync(file)) copyFileSync(file, own(name));
    }
    for (const name of ['refs', 'reftable', 'logs']) {
      const folder = join(commonDirectory, name);
      if (existsSync(folder)) symlinkSync(folder, own(name), 'junction');
    }
    mkdirSync(own('objects', 'info'), { recursive: true });
    writeFileSync(own('objects', 'info', 'alternates'), `${this.#objects}\n`);
    writeFileSync(own('config'), OWN_CONFIGURATION);
    const configuration = join(commonDirectory, 'config');
    if (existsSync(configuration)) appendFileSync(own('config'), this.#allowed(configuration));
  }

  /** What git may know of the configuration of the repository. */
  #allowed(file: string): string {
    const { output } = this.run(['config', '--file', file, '--no-includes', '-z', '--get-regexp', CONFIGURATION]);
    return output.split('\0').filter(Boolean).map(writtenSetting).join('');
  }
}

/** A setting as `git config -z` prints it, in the way in which it is written. */
function writtenSetting(setting: string): string {
  const [, section = '', subsection, name = '', value = 'true'] =
    /^([^.]+)\.(?:(.+)\.)?([^.\n]+)(?:\n(.*))?$/s.exec(setting) ?? [];
  const escaped = (text: string) => text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  const heading = subsection === undefined ? section : `${section} "${escaped(subsection)}"`;
  return `[${heading}]\n${name} = "${escaped(value)}"\n`;
}
