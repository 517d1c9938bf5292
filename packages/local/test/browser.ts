import { describe } from 'vitest';
import { type BrowserPlace, findBrowser, thisMachine } from '../src/browser/find-browser.js';

/**
 * The browser of this machine, or `undefined` on a machine that has none, where a test says so and is skipped:
 * `describe.skipIf(!browser)('…')`. CI has to have one.
 */
export function browserOfMachine(environment: NodeJS.ProcessEnv = process.env): BrowserPlace | undefined {
  const { place, about } = findBrowser(undefined);
  if (place) return place;
  if (environment.CI) throw new Error(`CI must run the browser tests, and finds no browser: ${about}.`);
  console.warn(`Not tried: what needs a browser, because there is ${about}.`);
  return undefined;
}

/** A browser of this machine, by name. */
export interface NamedBrowser {
  readonly name: string;
  readonly path: string;
}

const KINDS: readonly NamedKind[] = [
  { name: 'the headless shell', accepts: isShell },
  { name: 'the whole browser', accepts: (path) => !isShell(path) },
];

interface NamedKind {
  readonly name: string;
  accepts(path: string): boolean;
}

/** Describes what has to hold in the headless shell and in a whole browser. What this machine lacks is skipped. */
export function describeInBrowsers(
  title: string,
  options: { readonly timeout: number },
  define: (browser: NamedBrowser) => void,
): void {
  // CI has to have one.
  const hasBrowser = browserOfMachine() !== undefined;
  for (const { name, accepts } of KINDS) {
    const path = hasBrowser ? pathOf(accepts) : undefined;
    if (hasBrowser && path === undefined) console.warn(`Not tried: what needs ${name}, which this machine lacks.`);
    describe.skipIf(path === undefined)(title.replace('$name', name), options, () =>
      define({ name, path: path ?? '' }),
    );
  }
}

function pathOf(accepts: NamedKind['accepts']): string | undefined {
  const { CHROME_PATH: _, ...environment } = process.env;
  const isProgram = (path: string) => accepts(path) && thisMachine.isProgram(path);
  const { place } = findBrowser(undefined, { ...thisMachine, environment, isProgram });
  return place && 'path' in place ? place.path : undefined;
}

function isShell(path: string): boolean {
  return /headless.shell/.test(path);
}
