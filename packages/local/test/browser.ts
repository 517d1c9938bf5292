import { findShell, findWholeBrowser } from '@trawl/browser/find-browser';
import { describe } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';

/** A browser of this machine, by name. */
export interface NamedBrowser {
  readonly name: string;
  readonly path: string;
}

const KINDS = [
  { name: 'the headless shell', find: findShell },
  { name: 'the whole browser', find: findWholeBrowser },
];

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
  const triesWhole = process.env.WHOLE_BROWSER === '1' || (hasBrowser && findShell() === undefined);
  for (const { name, find } of KINDS) {
    const isTried = hasBrowser && (find === findShell || triesWhole);
    const path = isTried ? find() : undefined;
    if (hasBrowser && path === undefined) {
      const reason = isTried ? 'which this machine lacks' : 'which `npm run test:whole-browser` tries';
      console.warn(`Not tried: what needs ${name}, ${reason}.`);
    }
    describe.skipIf(path === undefined)(title.replace('$name', name), options, () =>
      define({ name, path: path ?? '' }),
    );
  }
}
