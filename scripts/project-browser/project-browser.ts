import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import playwright from 'playwright-core/package.json' with { type: 'json' };
import pinned from './package.json' with { type: 'json' };

/** A headless Chromium that set-up gets for this project alone, in a folder that Git ignores. */
export interface ProjectBrowser {
  readonly name: 'npm' | 'playwright';
  readonly version: string;
  readonly folder: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The name under which the service and the tests look for a headless shell on the `PATH`. */
export const PROGRAM = 'bin/chromium-headless-shell';

/** Where the browsers of this project are or would be, the preferred one first: a new version has a new folder. */
export function projectBrowsers(root: string = ROOT): readonly ProjectBrowser[] {
  const inFolder = (name: ProjectBrowser['name'], version: string): ProjectBrowser => ({
    name,
    version,
    folder: join(root, '.browser', `${name}-${version}`),
  });
  return [inFolder('npm', pinned.dependencies['@sparticuz/chromium']), inFolder('playwright', playwright.version)];
}

/** Whether this environment asks to do without it. */
export function isDownloadOff(environment: Readonly<NodeJS.ProcessEnv>): boolean {
  return environment.TRAWL_BROWSER_DOWNLOAD === 'off';
}

/**
 * Puts the browser of this project behind all others on the `PATH` of `npm start` and of the tests. Nothing else finds it: it
 * is as old as its pinned version, so it must not serve a service that others reach.
 */
export function addProjectBrowser(environment: NodeJS.ProcessEnv, root: string = ROOT): void {
  if (isDownloadOff(environment)) return;
  const browser = projectBrowsers(root).find(({ folder }) => existsSync(join(folder, PROGRAM)));
  if (!browser) return;
  const folder = join(browser.folder, 'bin');
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  if (!folders.includes(folder)) environment.PATH = [...folders, folder].join(delimiter);
}
