import {
  type BrowserProgram,
  findBrowser,
  findShell,
  findWholeBrowser,
  type Machine,
  thisMachine,
} from '@trawl/browser/find-browser';
import type { LaunchOptions } from 'playwright-core';

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

/** The paths of the browsers that tests use, as far as this machine has them: a whole one, and the headless shell. */
export function browserPaths(machine: Machine = thisMachine): string[] {
  return [machine.environment.CHROME_PATH || findWholeBrowser(machine), findShell(machine)].filter(
    (path) => path !== undefined,
  );
}

/**
 * The browser with which the service renders pages on this machine, or `undefined` on a machine that has none, where a test
 * says so and is skipped: `describe.skipIf(!browser)('…')`. CI has to have one.
 */
export function browserOfMachine(machine: Machine = thisMachine): BrowserProgram | undefined {
  const { place, about } = findBrowser(undefined, machine);
  if (place && 'path' in place) return place;
  if (machine.environment.CI) throw new Error(`CI must run the browser tests, and finds no browser: ${about}.`);
  console.warn(`Not tried: what needs a browser, because there is ${about}.`);
  return undefined;
}

/** What playwright-core needs to start that browser. */
export function browserOptions(machine: Machine = thisMachine): LaunchOptions | undefined {
  const browser = browserOfMachine(machine);
  return browser && { executablePath: browser.path, args };
}
