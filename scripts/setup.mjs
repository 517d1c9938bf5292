/**
 * Makes a fresh clone ready, then hands over to a program beside this one:
 *
 *   node scripts/setup.mjs                    only set up
 *   node scripts/setup.mjs start.ts --once    set up, then run scripts/start.ts
 *
 * Plain JavaScript over Node alone, because it runs before anything is installed. The program runs in this very
 * process, so that a signal meant for it has nobody in between who could swallow it. (`npm start` says `exec` for the
 * same reason: some shells would otherwise die of Ctrl-C before the program could say goodbye.)
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} version @param {string} range as in `engines`: `>=20.19` */
export function isNodeSupported(version, range) {
  const [major = 0, minor = 0] = numbers(version);
  const [leastMajor = 0, leastMinor = 0] = numbers(range);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** @param {string} text */
function numbers(text) {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** npm keeps its own note of what it installed; a lockfile changed since then means that something else is wanted. */
function isInstalled() {
  const lockfile = statSync(`${root}node_modules/.package-lock.json`, { throwIfNoEntry: false });
  return lockfile !== undefined && lockfile.mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs;
}

function install() {
  console.log('Installing dependencies (npm ci) …');
  const npm = process.env.npm_execpath;
  const [command, leadingArguments] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status, error } = spawnSync(
    command,
    [...leadingArguments, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      // One of our tools depends on a package whose install script counts installations.
      env: { ...process.env, SCARF_ANALYTICS: 'false' },
    },
  );
  if (error) console.error(`npm could not be started: ${error.message}`);
  return status === 0;
}

/** @param {string} program @param {string[]} args */
async function handOver(program, args) {
  const { register } = await import('tsx/esm/api');
  register();
  const path = `${root}scripts/${program}`;
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
}

async function setUp() {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  if (!isNodeSupported(process.version, engines.node)) {
    console.error(`Trawl needs Node ${engines.node}, and this is Node ${process.version}: please install a newer one.`);
    process.exit(1);
  }
  if (!isInstalled() && !install()) {
    console.error('The dependencies could not be installed; npm says why above.');
    process.exit(1);
  }
  const [program, ...args] = process.argv.slice(2);
  if (program) await handOver(program, args);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp();
