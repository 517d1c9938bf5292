import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** An empty project outside of the repository, as somebody has who installs a package of ours. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'trawl-installed-'));

  /** Packs a package of the repository into this folder, and answers with the names of the files in the tarball. */
  async pack(name: string): Promise<{ tarball: string; files: string[] }> {
    const cwd = fileURLToPath(new URL(`../../packages/${name}`, import.meta.url));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', this.folder], { cwd });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    return { tarball: join(this.folder, filename), files: files.map(({ path }) => path) };
  }

  async install(...packages: string[]): Promise<void> {
    this.write('package.json', '{ "private": true }');
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd: this.folder });
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
