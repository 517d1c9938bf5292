import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the tools are installed. */
export const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const LOCKFILE = `${FOLDER}package-lock.json`;
/** A copy of the lockfile by which they were installed. */
const INSTALLED = `${FOLDER}node_modules/.installed-lock.json`;

/** Installs the tools unless they are there; answers with the Node.js that runs them. */
export function installTools(): string {
  if (!existsSync(INSTALLED) || !readFileSync(LOCKFILE).equals(readFileSync(INSTALLED))) {
    console.log('Installing the tools into scripts/interop (about 700 MB) …');
    // Their ranges of peers contradict each other, and some ask for a later Node.js than this one, which comes with them.
    const options = ['--ignore-scripts', '--legacy-peer-deps', '--engine-strict=false', '--prefer-offline'];
    execFileSync('npm', ['ci', ...options, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: FOLDER,
      stdio: 'inherit',
    });
    copyFileSync(LOCKFILE, INSTALLED);
  }
  const node = `${FOLDER}node_modules/node-24/bin/node`;
  return existsSync(node) ? node : process.execPath;
}
