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

/**
 * Describes what has to hold in the headless shell and in a whole browser. A page takes four times as long in the latter, so
 * where there is a shell, `npm run test:whole-browser` alone tries it. What this machine lacks is skipped.
 */
export function describeInBrowsers(
  title: string,
  options: { readonly timeout: number },
  define: (browser: NamedBrowser) => void,
): void {
  // CI has to have one.
  const hasBrowser = browserOfMachine() !== undefined;
  const triesWhole = process.env.WHOLE_BROWSER === '1' || (hasBrowser && pathOf(isShell) === undefined);
  for (const { name, accepts } of KINDS) {
    const isTried = hasBrowser && (accepts === isShell || triesWhole);
    const path = isTried ? pathOf(accepts) : undefined;
    if (hasBrowser && path === undefined) {
      const reason = isTried ? 'which this machine lacks' : 'which `npm run test:whole-browser` tries';
      console.warn(`Not tried: what needs ${name}, ${reason}.`);
    }
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
