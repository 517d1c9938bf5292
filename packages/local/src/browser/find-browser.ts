import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { canParseUrl } from '../can-parse-url.js';
import { OptionError } from '../option-error.js';
import { redactedUrl } from '../redacted-url.js';

/** The browser that pages are rendered with: a program to start, or the address of one that runs. */
export type BrowserPlace = { readonly path: string } | { readonly address: string };

/** The browser of this machine, or a sentence that says why there is none and how to get one. */
export type BrowserLookup =
  | { readonly place: BrowserPlace; readonly about: string }
  | { readonly place?: undefined; readonly about: string };

export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  isProgram(path: string): boolean;
  hasDriver(): boolean;
}

const NAMES: readonly string[] = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

const WINDOWS_NAMES: readonly string[] = ['chrome.exe', 'chromium.exe', 'msedge.exe'];

const LINUX: readonly string[] = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
];

const MACOS: readonly string[] = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const WINDOWS: readonly string[] = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** The addresses that CDP is reached at. */
const ADDRESS = /^(?:https?|wss?):\/\//i;

const HOW = 'install Chromium or Chrome, or name one by --browser or CHROME_PATH';

/**
 * Looks for the browser that `setting` names, and without a setting for one in `CHROME_PATH`, on the `PATH` and in the
 * usual folders.
 *
 * @throws OptionError for a setting that names no program.
 */
export function findBrowser(setting: string | undefined, machine: Machine = thisMachine): BrowserLookup {
  if (setting === 'off') return { about: 'none: it is switched off' };
  const isAddress = setting !== undefined && ADDRESS.test(setting) && canParseUrl(setting);
  if (setting !== undefined && !isAddress && !machine.isProgram(setting)) {
    throw new OptionError(`browser must name a Chromium that can be started, and there is no program at "${setting}".`);
  }
  const place = isAddress ? { address: setting } : pathPlace(setting ?? programOn(machine));
  if (!place) return { about: `none: ${HOW}` };
  if (!machine.hasDriver()) {
    return {
      about:
        'none: its driver is missing, because optional dependencies were left out: `npm install playwright-core` installs it',
    };
  }
  return { place, about: 'path' in place ? place.path : `the one at ${redactedUrl(place.address)}` };
}

function pathPlace(path: string | undefined): { path: string } | undefined {
  return path === undefined ? undefined : { path };
}

function programOn({ environment, platform, isProgram }: Machine): string | undefined {
  const named = environment.CHROME_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new OptionError(
      `CHROME_PATH must name a Chromium that can be started, and there is no program at "${named}".`,
    );
  }
  const names = platform === 'win32' ? WINDOWS_NAMES : NAMES;
  const folders = (environment.PATH ?? environment.Path ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...usualPrograms(platform, environment)].find(isProgram);
}

function usualPrograms(platform: NodeJS.Platform, environment: Machine['environment']): readonly string[] {
  if (platform === 'win32') {
    const roots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? []);
    return roots.flatMap((root) => WINDOWS.map((path) => `${root}\\${path}`));
  }
  if (platform !== 'darwin') return LINUX;
  const roots = ['/Applications', ...(environment.HOME ? [`${environment.HOME}/Applications`] : [])];
  return roots.flatMap((root) => MACOS.map((path) => `${root}/${path}`));
}

const thisMachine: Machine = {
  environment: process.env,
  platform: process.platform,
  isProgram(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
  hasDriver() {
    try {
      createRequire(import.meta.url).resolve('playwright-core');
      return true;
    } catch {
      return false;
    }
  },
};
