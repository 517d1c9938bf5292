import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';

const PACKAGE = '@trawl/local';

/** The installed package of the service. It is much larger than this program, so it is not installed with it. */
export interface ServicePackage {
  /** The program `trawl-local`. */
  readonly program: string;
  /** Loads the service into this process. */
  load(): Promise<typeof import('@trawl/local')>;
}

/**
 * Finds the service: beside this program, in the project of the current folder, or among the global packages. Offers to
 * install it at a terminal if it is nowhere.
 *
 * @throws UsageError with the command that installs it.
 */
export async function servicePackage(): Promise<ServicePackage> {
  const installed = await findService();
  if (installed) return installed;
  const isInProject = fileURLToPath(import.meta.url).startsWith(join(process.cwd(), 'node_modules') + sep);
  const advice = installationOf(VERSION, isInProject);
  if (!advice.args || !(await isWanted(advice.command))) throw new UsageError(missingService(advice.command));
  await install(advice.args);
  const service = await findService();
  if (!service) throw new UsageError(`${PACKAGE} was installed, but not where this program finds it. ${RETRY}`);
  return service;
}

const RETRY = `Run npm install ${PACKAGE} in this folder, and try again.`;

/** How a person installs the service. */
export interface Installation {
  readonly command: string;
  /** The arguments of npm; undefined if npm cannot install it yet. */
  readonly args?: readonly string[];
}

/** The one command that installs the service where this program finds it. */
export function installationOf(version: string, isInProject: boolean): Installation {
  // Before its first release the package is at no registry.
  if (version === '0.0.0') return { command: 'npm run install:into -- THIS_FOLDER, in a clone of the repository' };
  const args = ['install', isInProject ? '--save-dev' : '--global', PACKAGE];
  return { command: `npm ${args.join(' ')}`, args };
}

export const missingService = (command: string): string =>
  `The service of this machine is a package of its own, ${PACKAGE}, which is not installed. Install it: ${command}.`;

async function findService(): Promise<ServicePackage | undefined> {
  return (
    serviceFrom(import.meta.url) ??
    serviceFrom(pathToFileURL(join(process.cwd(), 'any.js')).href) ??
    serviceIn(await globalFolder())
  );
}

/** The service that a program at this place would import. */
function serviceFrom(place: string): ServicePackage | undefined {
  try {
    const require = createRequire(place);
    const folders = require.resolve.paths(PACKAGE);
    // Node.js remembers what it did not find, and would not find the package after its installation.
    if (folders?.every((folder) => !existsSync(join(folder, PACKAGE)))) return undefined;
    const manifest = require.resolve(`${PACKAGE}/package.json`);
    const main = require.resolve(PACKAGE);
    return { program: join(manifest, '../dist/cli.js'), load: () => import(pathToFileURL(main).href) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function serviceIn(folder: string | undefined): ServicePackage | undefined {
  return folder === undefined ? undefined : serviceFrom(pathToFileURL(join(folder, '../any.js')).href);
}

/** Where npm keeps global packages. `npx` runs this program from a folder of its own, which does not see them. */
async function globalFolder(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['root', '--global'], { shell: isWindows });
    return stdout.trim() || undefined;
  } catch {
    // Without npm, there is no such folder.
    return undefined;
  }
}

/** On Windows, npm is a script of the shell. */
const isWindows = process.platform === 'win32';

/** Asks at a terminal whether to install the service. Elsewhere, nothing is installed. */
async function isWanted(command: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `The service of this machine is a package of its own, ${PACKAGE}. Run ${command}? [y/N] `;
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}

/** Standard output is for the data of the command, so npm writes to standard error. */
async function install(args: readonly string[]): Promise<void> {
  const child = spawn('npm', args, { stdio: ['ignore', process.stderr, process.stderr], shell: isWindows });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new UsageError(`npm could not install ${PACKAGE}: its messages say why.`);
}
