import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** An empty project outside of the repository, as somebody has who installs a package of ours. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'trawl-installed-'));

  /** @param npmrc the configuration of npm in the project. */
  constructor(npmrc?: string) {
    if (npmrc !== undefined) this.write('.npmrc', npmrc);
  }

  /** Packs a package of the repository into this folder, and answers with the names of the files in the tarball. */
  async pack(name: string, repository = REPOSITORY): Promise<{ tarball: string; files: string[] }> {
    const cwd = join(repository, 'packages', name);
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', this.folder], { cwd });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    return { tarball: join(this.folder, filename), files: files.map(({ path }) => path) };
  }

  async install(...packages: string[]): Promise<void> {
    this.write('package.json', '{ "private": true }');
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd: this.folder });
  }

  /** Packs and installs a package of the repository and those of them that it needs; answers with the files of the first. */
  async installPacked(name: string, ...otherPackages: string[]): Promise<string[]> {
    const { tarball, files } = await this.pack(name);
    const others: string[] = [];
    for (const other of otherPackages) others.push((await this.pack(other)).tarball);
    await this.install(tarball, ...others);
    return files;
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

  /** Compiles files of the project without writing anything, and answers with what the compiler complains about. */
  async compile(options: object, ...files: string[]): Promise<string> {
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: { noEmit: true, ...options }, files }));
    return run(process.execPath, [TSC], { cwd: this.folder }).then(
      ({ stdout }) => stdout,
      (error) => error.stdout,
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
