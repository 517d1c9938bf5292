import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { canParseUrl } from '@trawl/base/can-parse-url';
import { OptionError } from '@trawl/base/option-error';
import { redactedUrl } from '@trawl/base/redacted-url';

/** The browser that pages are rendered with: a program to start, or the address of one that runs. */
export type BrowserPlace = BrowserProgram | { readonly address: string };

export interface BrowserProgram {
  readonly path: string;
  /** Whether the path is that of a package, which unpacks its program when it is asked for it. */
  readonly isPacked?: true;
}

/** The browser of this machine, or a sentence that says why there is none and how to get one. */
export type BrowserLookup =
  | {
      readonly place: BrowserPlace;
      readonly about: string;
      /** How to get a browser that takes less time. */
      readonly advice?: string | undefined;
    }
  | { readonly place?: undefined; readonly about: string; readonly advice?: undefined };

export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  isProgram(path: string): boolean;
  /** The names in a folder; none of one that does not exist. */
  namesIn(folder: string): readonly string[];
  hasDriver(): boolean;
  /** The file that a package starts with which is installed beside this service. */
  packageFile(name: string): string | undefined;
}

/** Chromium without anything that a person needs to see. It shows a page in less than half of the time. */
const SHELL_NAMES: readonly string[] = ['chromium-headless-shell', 'chrome-headless-shell'];

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

/** The driver of the service downloads the shell to a place where it is found. Distributions have a package of this name. */
const SHELL_INSTALL =
  '`npx playwright-core install chromium-headless-shell`, or `apt-get install chromium-headless-shell` in Debian and Ubuntu';

const HOW = `install the headless shell of Chromium (${SHELL_INSTALL}), or Chromium or Chrome, or name one by --browser or CHROME_PATH`;

const ADVICE = `the headless shell of Chromium takes less than half of the time of a whole browser: ${SHELL_INSTALL}`;

/** A headless shell for servers that run only for a call. It is packed, because it may not be large there. */
const PACKED_SHELL = '@sparticuz/chromium';

/** A folder that a test tool downloads browsers to: one folder for each version, with one for the system below it. */
interface DownloadFolder {
  readonly path: string;
  readonly versions: RegExp;
  readonly programs: RegExp;
}

/**
 * Looks for the browser that `setting` names, and without a setting for one in `CHROME_PATH`, on the `PATH`, among the
 * downloads of Playwright and Puppeteer, in a package that is installed beside this service, and in the usual folders: first for a
 * headless shell, then for a whole browser.
 *
 * @throws OptionError for a setting that names no program.
 */
export function findBrowser(setting: string | undefined, machine: Machine = thisMachine): BrowserLookup {
  if (setting === 'off') return { about: 'none: it is switched off' };
  const isAddress = setting !== undefined && ADDRESS.test(setting) && canParseUrl(setting);
  if (setting !== undefined && !isAddress && !machine.isProgram(setting)) {
    throw new OptionError(`browser must name a Chromium that can be started, and there is no program at "${setting}".`);
  }
  const place = isAddress ? { address: setting } : setting === undefined ? placeOn(machine) : { path: setting };
  if (!place) return { about: `none: ${HOW}` };
  if (!machine.hasDriver()) {
    return {
      about:
        'none: its driver is missing, because optional dependencies were left out: `npm install playwright-core` installs it',
    };
  }
  if ('address' in place) return { place, about: `the one at ${redactedUrl(place.address)}` };
  const { path, isPacked } = place;
  if (isPacked) return { place, about: `${PACKED_SHELL}, which unpacks it for the first page (${path})` };
  return { place, about: path, advice: /headless.shell/.test(path) ? undefined : ADVICE };
}

function placeOn(machine: Machine): BrowserProgram | undefined {
  const { environment, platform, isProgram } = machine;
  const named = environment.CHROME_PATH;
  if (named) {
    if (isProgram(named)) return { path: named };
    throw new OptionError(
      `CHROME_PATH must name a Chromium that can be started, and there is no program at "${named}".`,
    );
  }
  const shell = findShell(machine);
  if (shell !== undefined) return { path: shell };
  const packed = platform === 'linux' ? machine.packageFile(PACKED_SHELL) : undefined;
  if (packed !== undefined) return { path: packed, isPacked: true };
  const browser = findWholeBrowser(machine);
  return browser === undefined ? undefined : { path: browser };
}

/** The path of a headless shell of this machine, if it has one. */
export function findShell(machine: Machine = thisMachine): string | undefined {
  const names = machine.platform === 'win32' ? SHELL_NAMES.map((name) => `${name}.exe`) : SHELL_NAMES;
  return [...onPath(machine, names), ...downloads(machine, SHELLS)].find(machine.isProgram);
}

/** The path of a browser of this machine that people can use as well, if it has one. */
export function findWholeBrowser(machine: Machine = thisMachine): string | undefined {
  const { environment, platform, isProgram } = machine;
  return [
    ...onPath(machine, platform === 'win32' ? WINDOWS_NAMES : NAMES),
    ...usualPrograms(platform, environment),
    ...downloads(machine, BROWSERS),
  ].find(isProgram);
}

/** The paths at which programs of these names may be, in the folders of the `PATH`. */
export function onPath({ environment }: Pick<Machine, 'environment'>, names: readonly string[]): string[] {
  const folders = (environment.PATH ?? environment.Path ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

interface DownloadNames {
  readonly playwright: RegExp;
  readonly puppeteer: string;
  readonly programs: RegExp;
}

const SHELLS: DownloadNames = {
  playwright: /^chromium_headless_shell-\d+$/,
  puppeteer: 'chrome-headless-shell',
  programs: /^(?:chrome-headless-shell|headless_shell)(?:\.exe)?$/,
};

const BROWSERS: DownloadNames = {
  playwright: /^chromium-\d+$/,
  puppeteer: 'chrome',
  programs: /^chrome(?:\.exe)?$/,
};

/** What Playwright and Puppeteer have downloaded, the latest versions first. */
function downloads(machine: Machine, { playwright, puppeteer, programs }: DownloadNames): string[] {
  const { playwrightFolder, puppeteerFolder } = downloadFolders(machine);
  const folders: DownloadFolder[] = [];
  if (playwrightFolder) folders.push({ path: playwrightFolder, versions: playwright, programs });
  if (puppeteerFolder) folders.push({ path: join(puppeteerFolder, puppeteer), versions: /-\d/, programs });
  return folders.flatMap((folder) => downloadsIn(machine, folder));
}

function downloadsIn({ namesIn }: Machine, { path, versions, programs }: DownloadFolder): string[] {
  const latestFirst = namesIn(path)
    .filter((name) => versions.test(name))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return latestFirst.flatMap((version) =>
    namesIn(join(path, version)).flatMap((system) =>
      namesIn(join(path, version, system))
        .filter((name) => programs.test(name))
        .map((name) => join(path, version, system, name)),
    ),
  );
}

function downloadFolders({ environment, platform }: Machine) {
  const home = environment.HOME ?? environment.USERPROFILE;
  const caches: Partial<Record<NodeJS.Platform, string | undefined>> = {
    darwin: home && join(home, 'Library', 'Caches'),
    win32: environment.LOCALAPPDATA,
  };
  const cache = caches[platform] ?? (home && join(home, '.cache'));
  const named = environment.PLAYWRIGHT_BROWSERS_PATH;
  return {
    playwrightFolder: named && named !== '0' ? named : cache && join(cache, 'ms-playwright'),
    puppeteerFolder: environment.PUPPETEER_CACHE_DIR ?? (home && join(home, '.cache', 'puppeteer')),
  };
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

export const thisMachine: Machine = {
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
  namesIn(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
  hasDriver: () => packageFile('playwright-core') !== undefined,
  packageFile,
};

/** Whether the program of the browser is still there. */
export function isBrowserProgram({ path, isPacked }: BrowserProgram): boolean {
  return isPacked === true || thisMachine.isProgram(path);
}

function packageFile(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}
