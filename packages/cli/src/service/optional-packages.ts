import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';

/** A package that some commands need. It is larger than this program, so it is not installed with it. */
export interface OptionalPackage {
  readonly name: string;
  /** What it is, at the beginning of a sentence. */
  readonly subject: string;
  /** The file of the package that is loaded, an ES module. */
  readonly file: string;
}

const SERVICE: OptionalPackage = {
  name: '@trawl/local',
  subject: 'The service of this machine',
  file: 'dist/index.js',
};

const TOOLS: OptionalPackage = {
  name: '@trawl/tools',
  subject: 'The server of tools for language models',
  file: 'dist/program.js',
};

/** The installed package of the service. */
export interface ServicePackage {
  /** The program `trawl-local`. */
  readonly program: string;
  /** Loads the service into this process. */
  load(): Promise<typeof import('@trawl/local')>;
}

/**
 * Finds the service.
 *
 * @throws UsageError with the command that installs it.
 */
export async function servicePackage(): Promise<ServicePackage> {
  const { folder, entry } = await requirePackage(SERVICE);
  return { program: join(folder, 'dist/cli.js'), load: () => import(entry) };
}

/**
 * Finds and loads the server of tools.
 *
 * @throws UsageError with the command that installs it.
 */
export async function loadTools(): Promise<typeof import('@trawl/tools/program')> {
  const { entry } = await requirePackage(TOOLS);
  return import(entry);
}

interface InstalledPackage {
  readonly folder: string;
  /** The URL of the file that is loaded. */
  readonly entry: string;
}

/**
 * Finds a package: beside this program, or among the global packages. It is never one of the current folder, which may be that
 * of somebody else: its code would get the key of the environment. Offers to install the package at a terminal if it is
 * nowhere.
 */
async function requirePackage(optional: OptionalPackage): Promise<InstalledPackage> {
  const module = await findPackage(optional);
  if (module) return module;
  const { name } = optional;
  const isInProject = fileURLToPath(import.meta.url).startsWith(join(process.cwd(), 'node_modules') + sep);
  const advice = installationOf(optional, VERSION, isInProject);
  if (!advice.args || !(await isWanted(optional, advice.command))) {
    throw new UsageError(missingPackage(optional, advice.command));
  }
  await install(name, advice.args, isInProject ? process.cwd() : PROGRAM_FOLDER);
  const foundModule = await findPackage(optional);
  if (foundModule) return foundModule;
  throw new UsageError(
    `${name} was installed, but not where this program finds it. Install it in the folder that holds this program: ${PROGRAM_FOLDER}.`,
  );
}

/** How to install a package. */
export interface Installation {
  readonly command: string;
  /** The arguments of npm; undefined if npm cannot install it yet. */
  readonly args?: readonly string[];
}

/** Whether Yarn has installed this program without a `node_modules`. */
const isPlugAndPlay = process.versions.pnp !== undefined;

/** The one command that installs a package where this program finds it. */
export function installationOf(
  { name }: OptionalPackage,
  version: string,
  isInProject: boolean,
  isOfYarn = isPlugAndPlay,
): Installation {
  // Before its first release the package is at no registry.
  if (version === '0.0.0') return { command: 'npm run install:into -- THIS_FOLDER, in a clone of the repository' };
  if (isOfYarn) return { command: `yarn add --dev ${name}` };
  const args = ['install', isInProject ? '--save-dev' : '--global', name];
  return { command: `npm ${args.join(' ')}`, args };
}

export const missingPackage = ({ name, subject }: OptionalPackage, command: string): string =>
  `${subject} is a package of its own, ${name}, which is not installed. Install it: ${command}.`;

async function findPackage(optional: OptionalPackage): Promise<InstalledPackage | undefined> {
  const global = async () => {
    const folder = await globalFolder();
    return folder === undefined ? undefined : packageFrom(pathToFileURL(join(folder, '../any.js')).href, optional);
  };
  return packageFrom(import.meta.url, optional) ?? (await global());
}

/** The package that a program at this place would import. */
function packageFrom(place: string, { name, file }: OptionalPackage): InstalledPackage | undefined {
  try {
    const require = createRequire(place);
    // Node.js remembers what it did not find, and would not find the package after its installation. Yarn's Plug'n'Play has no
    // such folders, and remembers nothing.
    const folders = isPlugAndPlay ? undefined : require.resolve.paths(name);
    if (folders?.every((folder) => !existsSync(join(folder, name)))) return undefined;
    const folder = dirname(require.resolve(`${name}/package.json`));
    return { folder, entry: pathToFileURL(join(folder, file)).href };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** npm is run here: the `.npmrc` of the current folder may name another registry, and Windows another npm. */
const PROGRAM_FOLDER = fileURLToPath(new URL('.', import.meta.url));

/**
 * The environment in which npm is run: without keys, and without the programs that packages of some folder have brought along.
 * One of them could be called npm.
 */
export function npmEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => !name.endsWith('_API_KEY'));
  const isTrusted = (folder: string) => isAbsolute(folder) && !folder.split(sep).includes('node_modules');
  return Object.fromEntries(
    entries.map(([name, value]) =>
      name.toUpperCase() === 'PATH' ? [name, value?.split(delimiter).filter(isTrusted).join(delimiter)] : [name, value],
    ),
  );
}

/** Where npm keeps global packages. `npx` runs this program from a folder of its own, which does not see them. */
async function globalFolder(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['root', '--global'], {
      cwd: PROGRAM_FOLDER,
      env: npmEnvironment(process.env),
      shell: isWindows,
    });
    return stdout.trim() || undefined;
  } catch {
    // Without npm, there is no such folder.
    return undefined;
  }
}

/** On Windows, npm is a script of the shell. */
const isWindows = process.platform === 'win32';

/** Asks at a terminal whether to install a package. Elsewhere, nothing is installed. */
async function isWanted({ name, subject }: OptionalPackage, command: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${subject} is a package of its own, ${name}. Run ${command}? [y/N] `;
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}

/** Standard output is for the data of the command, so npm writes to standard error. */
async function install(name: string, args: readonly string[], cwd: string): Promise<void> {
  const stdio = ['ignore', process.stderr, process.stderr] as const;
  const child = spawn('npm', args, { cwd, env: npmEnvironment(process.env), stdio: [...stdio], shell: isWindows });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new UsageError(`npm could not install ${name}: its messages say why.`);
}
