import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A folder outside of the repository, as somebody has who begins with our packages. */
export class EmptyProject {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<EmptyProject> {
    const project = new EmptyProject(await mkdtemp(join(tmpdir(), 'trawl-empty-')));
    await project.write('package.json', '{ "private": true, "type": "module" }');
    return project;
  }

  /** Packs the package of a folder into this one, and returns the path of the tarball. */
  async pack(packageFolder: string): Promise<string> {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', this.folder], { cwd: packageFolder });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return join(this.folder, filename);
  }

  async install(...tarballs: string[]): Promise<void> {
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: this.folder });
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(join(this.folder, file), text);
  }

  /** Runs a program of the project, and returns what it printed. */
  async run(file: string): Promise<string> {
    const { stdout } = await run(process.execPath, [file], { cwd: this.folder });
    return stdout;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
