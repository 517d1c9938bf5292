import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findShell, findWholeBrowser, type Machine, thisMachine } from '@trawl/browser/find-browser';
import { browserPaths } from '../shared/browser.js';
import { addProjectBrowser, isDownloadOff, PROGRAM, type ProjectBrowser, projectBrowsers } from './project-browser.js';

/** What `--no-browser-download` is called in `parseArgs`, and its line in a usage. */
export const NO_DOWNLOAD_OPTION = { 'no-browser-download': { type: 'boolean', default: false } } as const;

export interface InstallSurroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: string;
  readonly root: string | undefined;
  isProgram(path: string): boolean;
  print(line: string): void;
  /** Puts the program of this browser into the empty folder, and starts it once; throws an error that says why it cannot. */
  install(browser: ProjectBrowser, folder: string): Promise<void>;
}

const THIS_MACHINE: InstallSurroundings = {
  environment: process.env,
  platform: `${process.platform}-${process.arch}`,
  root: undefined,
  isProgram: thisMachine.isProgram,
  print: console.log,
  async install(browser, folder) {
    INSTALLERS[browser.name](folder);
    await startOnce(join(folder, PROGRAM));
  },
};

/** Tests need the headless shell, which shows a page in a quarter of the processor time of a whole browser. */
export type NeededBrowser = 'any' | 'shell';

/**
 * Gets a headless Chromium for this project if this machine lacks what is needed, and puts it on the `PATH`. Where it cannot be had,
 * it says so, and the caller goes on without it. A browser that `CHROME_PATH` names serves for all.
 */
export async function ensureBrowser(
  needed: NeededBrowser,
  isRefused: boolean,
  surroundings: Partial<InstallSurroundings> = {},
): Promise<void> {
  const { environment, platform, root, isProgram, print, install } = { ...THIS_MACHINE, ...surroundings };
  const machine = { ...thisMachine, environment, isProgram };
  // Programs that are started from here obey the option as well.
  if (isRefused) environment.TRAWL_BROWSER_DOWNLOAD = 'off';
  if (isDownloadOff(environment) || isThere(needed, machine)) return;
  addProjectBrowser(environment, root);
  if (isThere(needed, machine)) return;
  const wholeBrowser = findWholeBrowser(machine);
  const missing = wholeBrowser === undefined ? 'browser' : 'headless shell of Chromium, which tests faster';
  const failures: string[] = [];
  for (const browser of projectBrowsers(root)) {
    if (browser.name === 'npm' && platform !== 'linux-x64') continue;
    print(`This machine has no ${missing}. Getting ${ABOUT[browser.name]} for this project into .browser/ …`);
    if (failures.length === 0) print('(`-- --no-browser-download` or TRAWL_BROWSER_DOWNLOAD=off does without it.)');
    try {
      await installWhole(browser, install);
      addProjectBrowser(environment, root);
      return;
    } catch (error) {
      failures.push((error as Error).message.split('\n')[0] ?? '');
    }
  }
  const refusal = `It could not be had (${failures.join('; ')}).`;
  if (wholeBrowser !== undefined) return print(`${refusal} The tests use ${wholeBrowser}.`);
  print(`${refusal} What needs a browser is left out.`);
  print('Install Chromium or Chrome, or name one by CHROME_PATH, and run this again.');
}

function isThere(needed: NeededBrowser, machine: Machine): boolean {
  if (needed === 'any') return browserPaths(machine).length > 0;
  return Boolean(machine.environment.CHROME_PATH) || findShell(machine) !== undefined;
}

const ABOUT: Readonly<Record<ProjectBrowser['name'], string>> = {
  npm: 'a headless Chromium from npm (70 MB, unpacked 211 MB)',
  playwright: 'a headless Chromium from Playwright (about 110 MB, unpacked 260 MB)',
};

/** Another command may do the same at this moment. So the browser is moved to its place when it is whole. */
async function installWhole(browser: ProjectBrowser, install: InstallSurroundings['install']): Promise<void> {
  const { name, folder } = browser;
  const all = dirname(folder);
  const partial = join(all, `partial-${process.pid}`);
  try {
    mkdirSync(join(partial, 'bin'), { recursive: true });
    await install(browser, partial);
    if (existsSync(folder)) return;
    const isOld = (entry: string) => entry.startsWith(`${name}-`) || isAbandoned(entry);
    for (const entry of readdirSync(all).filter(isOld)) rmSync(join(all, entry), { recursive: true });
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Whether a command was ended while it got its browser. */
function isAbandoned(entry: string): boolean {
  const [, pid] = /^partial-(\d+)$/.exec(entry) ?? [];
  if (pid === undefined) return false;
  try {
    return !process.kill(Number(pid), 0);
  } catch {
    return true;
  }
}

const INSTALLERS: Readonly<Record<ProjectBrowser['name'], (folder: string) => void>> = {
  npm(folder) {
    for (const file of ['package.json', 'package-lock.json', 'unpack.mjs']) {
      cpSync(fileURLToPath(new URL(file, import.meta.url)), join(folder, file));
    }
    const npm = process.env.npm_execpath;
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
    // The package asks for a later version of Node.js than its code needs. A registry that cannot be reached is asked twice.
    const options = ['--ignore-scripts', '--engine-strict=false', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
    run('npm', command, [...first, 'ci', ...options, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
    run('unpacking', process.execPath, ['unpack.mjs'], { cwd: folder, env: { ...process.env, TMPDIR: folder } });
    rmSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'fonts/fonts.conf'), FONTS);
    writeProgram(folder, 'chromium', 'LD_LIBRARY_PATH="$folder/al2023/lib" FONTCONFIG_PATH="$folder/fonts" ');
  },
  playwright(folder) {
    const cli = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));
    const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder };
    run('Playwright', process.execPath, [cli, 'install', '--only-shell', 'chromium'], { cwd: folder, env });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const program = files.find((file) => /(?:^|\/)(?:chrome-headless-shell|headless_shell)$/.test(file));
    if (program === undefined) throw new Error('Playwright has brought no headless shell');
    writeProgram(folder, program, '');
  },
};

/** The fonts of the machine, if it has some, and those of the package. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The program that is found on the `PATH`; the folder may be moved. */
function writeProgram(folder: string, path: string, variables: string): void {
  const program = join(folder, PROGRAM);
  writeFileSync(
    program,
    `#!/bin/sh\nfolder=$(cd "$(dirname "$0")/.." && pwd)\n${variables}exec "$folder/${path}" "$@"\n`,
  );
  chmodSync(program, 0o755);
}

/** A program that lacks a library of the machine fails here. */
async function startOnce(executablePath: string): Promise<void> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: MAX_START_MS });
  await browser.close();
}

const MAX_START_MS = 30_000;

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const MAX_MS = 300_000;

/** @throws an error with the line in which the program says why it has failed. */
function run(name: string, command: string, args: readonly string[], options: RunOptions): void {
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    timeout: MAX_MS,
  });
  if (status === 0) return;
  const lines = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => /error/i.test(line) && !/error (?:code|errno|syscall)/.test(line));
  throw new Error(`${name}: ${error?.message ?? reason ?? lines.findLast(Boolean) ?? `ended by ${signal}`}`);
}
