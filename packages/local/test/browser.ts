import { type BrowserPlace, findBrowser } from '../src/browser/find-browser.js';

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
