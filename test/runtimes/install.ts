import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('.', import.meta.url));

/** Where each platform's program lies once it is installed. */
const PROGRAMS = {
  'Node 22': 'node-22/bin/node',
  'Node 24': 'node-24/bin/node',
  Bun: '@oven/bun-linux-x64/bin/bun',
  Deno: '@deno/linux-x64-glibc/deno',
  workerd: '@cloudflare/workerd-linux-64/bin/workerd',
};

export type Platform = keyof typeof PROGRAMS;

/** Installs the platforms unless they are there. They come from npm, and need no install scripts. */
export async function installPlatforms(): Promise<void> {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(packagesIn);
  if (installed && JSON.stringify(installed) === JSON.stringify(wanted)) return;
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['ci', ...options], { cwd: folder }).catch((error: Error) => {
    if (process.env.CI) throw error;
    console.warn(`The platforms could not be installed: ${error.message}`);
  });
}

/** What a lockfile lists beside the package itself. */
function packagesIn(lockfile: string): object | undefined {
  if (!existsSync(folder + lockfile)) return undefined;
  const { '': _, ...packages } = JSON.parse(readFileSync(folder + lockfile, 'utf8')).packages;
  return packages;
}

/** The program of a platform, or nothing where it is not made for this machine. CI has to have all of them. */
export function programOf(platform: Platform): string | undefined {
  const program = `${folder}node_modules/${PROGRAMS[platform]}`;
  if (existsSync(program)) return program;
  if (process.env.CI)
    throw new Error(
      `CI must test the SDK on ${platform}, and it was not installed: this is not Linux on x64, or npm failed.`,
    );
  console.warn(`Not tried: the SDK on ${platform}, which is not installed, or not made for this machine.`);
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installPlatforms();
