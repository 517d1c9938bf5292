import { isUint8Array } from 'node:util/types';
import { OptionError } from '@trawl/base/option-error';
import { type Fetch, FetchFailure } from './fetch-types.js';
import { type PageRecorder, type Recorder, replay } from './recorder.js';
import type { Recording } from './recordings.js';
import { contentTypeOf, type SeedPage } from './seed-page.js';

const NOT_FOUND = '<!doctype html><title>Not found</title><h1>Not found</h1>';

/**
 * Pages that stand for the whole network. A host that has any of them answers 404 for all other paths, and there are no
 * other hosts.
 */
export class GivenPages {
  readonly #recordings = new Map<string, Recording>();
  readonly #hosts = new Set<string>();

  constructor(pages: Iterable<SeedPage>) {
    let index = 0;
    for (const page of pages) {
      if (!isWebPage(page)) {
        throw new OptionError(
          `pages[${index}] must have \`url\`, an http or https URL, and \`content\`, text or bytes, not ${JSON.stringify(page)?.slice(0, 200)}.`,
        );
      }
      this.add(page);
      index += 1;
    }
  }

  /** Adds a page, or changes the one with its URL. */
  add(page: SeedPage): void {
    const url = new URL(page.url);
    this.#hosts.add(url.host);
    this.#recordings.set(keyOf(page.url), {
      url: page.url,
      status: 200,
      headers: [['content-type', contentTypeOf(page)]],
      body: new Uint8Array(Buffer.from(page.content)),
    });
  }

  readonly fetch: Fetch = async (request) => replay(this.#find(request.url), request);

  /** What the browser loads. */
  readonly loads: PageRecorder = {
    mayLoad: false,
    replays: true,
    find: async ({ url }) => this.#find(url),
    add: async () => {},
    failure: (url) => noSuchHost(url),
  };

  /** Throws the failure of a name that does not resolve. */
  #find(url: string): Recording {
    const page = this.#recordings.get(keyOf(url));
    if (page) return page;
    if (!this.#hosts.has(new URL(url).host)) throw noSuchHost(url);
    return { url, status: 404, headers: [['content-type', 'text/html']], body: new Uint8Array(Buffer.from(NOT_FOUND)) };
  }
}

/** A recorder whose pages come from these alone. What is sent, and what the operator has named, still goes over the network. */
export function withGivenPages(recorder: Recorder, pages: GivenPages, fetchGiven: Fetch): Recorder {
  return {
    get mode() {
      return recorder.mode;
    },
    set mode(mode) {
      recorder.mode = mode;
    },
    fetch: (request) =>
      request.post !== undefined || request.privateNetworks ? recorder.fetch(request) : fetchGiven(request),
    forPage: () => pages.loads,
  };
}

/** No page has another fragment. */
function keyOf(url: string): string {
  const { href, hash } = new URL(url);
  return href.slice(0, href.length - hash.length);
}

function isWebPage({ url, content }: SeedPage): boolean {
  const isUrl = typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isUrl && (typeof content === 'string' || isUint8Array(content));
}

function noSuchHost(url: string): FetchFailure {
  const { host } = new URL(url);
  return new FetchFailure(
    'dns',
    `No page of ${host} is among the \`pages\` of this server, which stand for the network.`,
  );
}
