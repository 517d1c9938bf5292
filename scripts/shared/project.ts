import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const { resolve } = createRequire(import.meta.url);

/** The compilers that the tests have: the one of the build, the oldest that the types are made for, and the latest. */
export type Compiler = 'typescript' | 'typescript-5.4' | 'typescript-7';

const tscOf = (compiler: Compiler): string => join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');

/** A package of the repository as it is published. */
interface Packed {
  readonly tarball: string;
  /** The names of the files in the tarball. */
  readonly files: readonly string[];
}

/** What is packed and installed once in this process, although many tests need it. */
const packages = new Map<string, Promise<Packed>>();
const installations = new Map<string, Promise<string>>();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-installed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function once<Value>(made: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

const packed = (name: string): Promise<Packed> =>
  once(packages, name, async () => {
    const folder = newFolder();
    const options = { cwd: join(REPOSITORY, 'packages', name) };
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], options);
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
  });

/** A folder where these packages are installed. */
const installed = (names: readonly string[]): Promise<string> =>
  once(installations, names.join(), async () => {
    const folder = newFolder();
    const tarballs = await Promise.all(names.map(packed));
    await install(
      folder,
      tarballs.map(({ tarball }) => tarball),
    );
    return folder;
  });

async function install(folder: string, wanted: readonly string[], ...options: string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...options, ...wanted], { cwd: folder });
}

/** The folder of a package of the repository in that version; undefined if it has another one, or none. */
function ownPackage(name: string, version: string): string | undefined {
  const [, realName = name, realVersion = version] = /^npm:(.+)@(.+)$/.exec(version) ?? [];
  const folder = join(REPOSITORY, 'node_modules', realName);
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  return JSON.parse(readFileSync(manifest, 'utf8')).version === realVersion ? folder : undefined;
}

/** An empty project outside of the repository, as somebody has who installs a package of ours. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'trawl-installed-'));

  /** @param npmrc the configuration of npm in the project. */
  constructor(npmrc?: string) {
    if (npmrc !== undefined) this.write('.npmrc', npmrc);
  }

  install(...wanted: string[]): Promise<void> {
    return install(this.folder, wanted);
  }

  /** Gives the project packages by their versions, or `npm:NAME@VERSION`: those of the repository, and others from npm. */
  async installOrLink(versions: Readonly<Record<string, string>>): Promise<void> {
    const own = Object.entries(versions).map(([name, version]) => [name, ownPackage(name, version)] as const);
    const missing = own.filter(([, folder]) => folder === undefined).map(([name]) => `${name}@${versions[name]}`);
    if (missing.length > 0) await this.install(...missing);
    for (const [name, folder] of own) {
      const link = join(this.folder, 'node_modules', name);
      if (folder === undefined || existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(folder, link);
    }
  }

  /** Packs and installs packages of the repository; answers with the files of the first. */
  async installPacked(name: string, ...otherPackages: string[]): Promise<readonly string[]> {
    cpSync(await installed([name, ...otherPackages]), this.folder, { recursive: true, verbatimSymlinks: true });
    return (await packed(name)).files;
  }

  /**
   * Installs packages of the repository as pnpm does: each package in a folder of a store, beside links to its own
   * dependencies. The program sees only the first.
   */
  async installStored(name: string, ...dependencies: string[]): Promise<void> {
    const tarballs = await Promise.all([name, ...dependencies].map(packed));
    await install(
      this.folder,
      tarballs.map(({ tarball }) => tarball),
      '--install-strategy=linked',
    );
    for (const dependency of dependencies) rmSync(join(this.folder, 'node_modules/@trawl', dependency));
  }

  /** Gives the project an optional peer, from the packages of the repository. */
  link(name: string): void {
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(this.folder, 'node_modules', name));
  }

  /** The files of an installed package that contain a path of the machine that built it. */
  filesThatTell(name: string, files: readonly string[]): string[] {
    return files.filter((file) => {
      const content = readFileSync(join(this.folder, 'node_modules/@trawl', name, file));
      const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString('latin1');
      return text.includes(REPOSITORY) || text.includes('file:///');
    });
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Runs a program of the project with Node.js and answers with what it printed, read as JSON. */
  run(file: string, ...args: string[]): Promise<unknown> {
    return this.runWith(process.execPath, file, ...args);
  }

  /** The same with another platform, which is given these arguments. */
  async runWith(platform: string, ...args: string[]): Promise<unknown> {
    const { stdout } = await run(platform, args, { cwd: this.folder });
    return JSON.parse(stdout);
  }

  /**
   * Compiles files of the project without writing anything, and answers with what the compiler complains about. The latest
   * compiler takes a tenth of the time of the others.
   */
  compile(options: object, ...files: string[]): Promise<string> {
    return this.compileWith('typescript-7', options, ...files);
  }

  async compileWith(compiler: Compiler, options: object, ...files: string[]): Promise<string> {
    // What the compiler brings along itself takes half of the time of a check, and is not ours.
    const compilerOptions = { noEmit: true, skipDefaultLibCheck: true, ...options };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    // Several checkers would each read the types that files share.
    const args = compiler === 'typescript-7' ? ['--checkers', '1'] : [];
    return run(process.execPath, [tscOf(compiler), ...args], { cwd: this.folder }).then(
      ({ stdout }) => stdout,
      (error) => error.stdout,
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
