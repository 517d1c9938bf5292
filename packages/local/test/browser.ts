import { type BrowserPlace, findBrowser, thisMachine } from '../src/browser/find-browser.js';

/**
 * The browser of this machine, or `undefined` on a machine that has none, where a test says so and is skipped:
 * `describe.skipIf(!browser)('…')`. CI has to have one.
 */
export function browserOfMachine(environment: NodeJS.ProcessEnv = process.env): BrowserPlace | undefined {
  const { place, about } = findBrowser(undefined);
  if (place) return place;
  if (environment.CI) throw new Error(`CI must run the browser tests, and finds no browser: ${about}.`);
  console.warn(`Browser tests are skipped: ${about}.`);
  return undefined;
}

/** A browser of this machine, by name. */
export interface NamedBrowser {
  readonly name: string;
  readonly path: string;
}

/** The headless shell and the whole browser, as far as this machine has them: for what has to hold in both. */
export function browsersOfMachine(): readonly NamedBrowser[] {
  // CI has to have one.
  if (!browserOfMachine()) return [];
  const { CHROME_PATH: _, ...environment } = process.env;
  const isShell = (path: string) => /headless.shell/.test(path);
  const named = (name: string, accepts: (path: string) => boolean): NamedBrowser[] => {
    const isProgram = (path: string) => accepts(path) && thisMachine.isProgram(path);
    const { place } = findBrowser(undefined, { ...thisMachine, environment, isProgram });
    return place && 'path' in place ? [{ name, path: place.path }] : [];
  };
  return [...named('the headless shell', isShell), ...named('the whole browser', (path) => !isShell(path))];
}
