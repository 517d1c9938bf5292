import { BoundedMap } from '@trawl/base/bounded-map';
import type { Clock } from '@trawl/base/clock';
import { copyKeys } from '../options/scrape-options.js';
import type { PageRequest } from './page.js';

/** How long a page is rendered at once. Then it is fetched again, because its site may send content by now. */
const KEEP_MS = 60 * 60 * 1000;

const MAX_PAGES = 5_000;

/** Remembers pages that had no content before their scripts ran, so that the next request need not fetch them for nothing. */
export class KnownShells {
  readonly #clock: Clock;
  /** When each page was fetched last. */
  readonly #fetchedAt = new BoundedMap<string, number>(MAX_PAGES);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(request: PageRequest): boolean {
    const fetchedAt = this.#fetchedAt.get(keyOf(request)) ?? Number.NEGATIVE_INFINITY;
    return mayBeKnown(request) && this.#clock.now() - fetchedAt < KEEP_MS;
  }

  add(request: PageRequest): void {
    if (!mayBeKnown(request) || !request.isStored) return;
    this.#fetchedAt.set(keyOf(request), this.#clock.now());
  }

  delete(request: PageRequest): void {
    this.#fetchedAt.delete(keyOf(request));
  }
}

/** A site may answer other headers with another page. Only a fetch checks where the page redirects to. */
function mayBeKnown({ options, checkPageUrl }: PageRequest): boolean {
  return Object.keys(options.headers ?? {}).length === 0 && !checkPageUrl;
}

function keyOf({ team, url, options }: PageRequest): string {
  return JSON.stringify([team, url, ...copyKeys(options, true)]);
}
