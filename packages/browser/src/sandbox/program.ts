import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Command = readonly [program: string, ...args: string[]];

/** How a process for code is started. */
export interface Program {
  readonly command: Command;
}

export interface ProgramOptions {
  /** Whether it gets namespaces of its own where the machine allows them; true by default. */
  readonly useNamespaces?: boolean;
}

/** The maximum size of its heap in megabytes. */
const HEAP_MEGABYTES = 256;

/** The first version that is driven through a channel of one's own. */
const DRIVER = { major: 1, minor: 61 };

/** The flag for the permission model of Node.js. Deno has none. */
export const PERMISSION_FLAG = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** Finds out how code is run on this machine; rejects with a sentence that says what is missing. */
export async function programForCode({ useNamespaces = true }: ProgramOptions = {}): Promise<Program> {
  const driver = findDriver();
  const script = fileURLToPath(new URL(`./run-code${SCRIPT_EXTENSION}`, import.meta.url));
  const command: Command = [
    process.execPath,
    `${PERMISSION_FLAG}`,
    ...[`${dirname(driver)}/*`, script, ...MODULES].map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    // Only with this flag can the sandbox control what `import()` in compiled code loads.
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    '--no-deprecation',
    script,
    driver,
  ];
  const isIsolated =
    useNamespaces && (await canStart([...NAMESPACES, process.execPath, '--eval', READS, script, driver]));
  return { command: isIsolated ? [...NAMESPACES, ...command] : command };
}

// Built, it is one file of JavaScript. In the repository it is JavaScript too: a loader of TypeScript would have to be trusted.
const isBuilt = extname(fileURLToPath(import.meta.url)) !== '.ts';
const SCRIPT_EXTENSION = isBuilt ? '.js' : '.mjs';
const MODULES = isBuilt
  ? []
  : ['confine', 'lines'].map((name) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)));

function findDriver(): string {
  const require = createRequire(import.meta.url);
  const driver = require.resolve('playwright-core');
  const { version } = require(join(dirname(driver), 'package.json')) as { version: string };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < DRIVER.major || (major === DRIVER.major && minor < DRIVER.minor)) {
    throw new Error(
      `Code needs playwright-core ${DRIVER.major}.${DRIVER.minor} or newer, and ${version} is installed: run \`npm install playwright-core@latest\`.`,
    );
  }
  return driver;
}

/**
 * Starts a program in its own Linux namespaces: it has an empty network, sees and signals no other process, and finds no
 * sockets below /run and /tmp. It ends with this program. `setpriv` and `unshare` are parts of util-linux.
 */
const NAMESPACES: Command = [
  ...(['setpriv', '--pdeathsig', 'KILL', '--'] as const),
  'unshare',
  '--user',
  '--map-root-user',
  '--net',
  '--ipc',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  '--',
  'sh',
  '-c',
  'mount -t tmpfs none /run && mount -t tmpfs none /tmp && exec "$@"',
  'sh',
];

/** This script fails when a file is not visible in the namespaces, for example because it is below /tmp. */
const READS = 'for (const file of process.argv.slice(1)) fs.accessSync(file)';

/** Returns false on machines without these programs, and in containers that allow no namespaces. */
async function canStart([program, ...args]: Command): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    const [status] = await once(spawn(program, args, { stdio: 'ignore' }), 'exit');
    return status === 0;
  } catch {
    return false;
  }
}
