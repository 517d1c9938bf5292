import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

// Containers run as root and without a GPU; the rest keeps Chromium from calling home while a test watches its requests.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Where Chromium is: `CHROME_PATH` if it is set, else the first of the usual names on the `PATH`. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROME_PATH) return env.CHROME_PATH;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** The headless shell shows a page as Chromium does, and in a fraction of the time. */
export function findShell(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, 'chromium-headless-shell')).find(isExecutable);
}

/** The browsers that tests use: Chromium, and the headless shell that the local service prefers. */
export function findBrowsers(env: NodeJS.ProcessEnv = process.env): string[] {
  const shell = findShell(env);
  return [findChromium(env) ?? '', ...(shell === undefined ? [] : [shell])];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * What playwright-core needs to start Chromium, or `undefined` on a machine that has none, where a test says so and
 * is skipped: `describe.skipIf(!browser)('…')`. CI has to have one.
 */
export function browserOptions(env: NodeJS.ProcessEnv = process.env): LaunchOptions | undefined {
  const executablePath = env.CHROME_PATH ?? findShell(env) ?? findChromium(env);
  if (executablePath) return { executablePath, args };
  if (env.CI) throw new Error('CI must run the browser tests, and finds no Chromium: install it or set CHROME_PATH.');
  console.warn('Not tried: what needs a browser, because there is none: install Chromium or set CHROME_PATH.');
  return undefined;
}
