import { type Operation, operations } from '../../src/contract/contract.js';
import type { OperationName } from '../../src/contract/operation.js';
import { calls } from '../conformance/calls.js';
import type { CaseRequest } from '../conformance/case.js';
import type { Fixtures } from '../conformance/fixtures.js';
import { COMMON_WORDS, type SecretSite } from './site.js';

// No request contains the secret: responses may repeat parts of the request.

/** Searches that find every page of the site. */
export function searches({ url }: SecretSite): object[] {
  const { host } = new URL(url);
  const queries = [
    COMMON_WORDS,
    `"${COMMON_WORDS}"`,
    'nobody else town',
    `site:${host}`,
    `site:${host} ledger`,
    'site:127.0.0.1 -zebra',
    'inurl:report',
    'intitle:ledger',
    'filetype:html',
    `related:${host}`,
    'larger:10x10',
    'imagesize:400x300',
  ];
  const sources = ['web', 'news', 'images'];
  return [
    ...queries.map((query) => ({ query, sources, limit: 50 })),
    { query: COMMON_WORDS, sources, tbs: 'qdr:d,sbd:1', highlights: false },
    { query: COMMON_WORDS, sources, scrapeOptions: { formats: ['markdown'] } },
    { query: COMMON_WORDS, includeDomains: ['127.0.0.1'] },
  ];
}

/** Scrapes that a server could answer from earlier results of the site. */
export function scrapes({ sharedUrls }: SecretSite): object[] {
  const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: '' }];
  const ways = [{ lockdown: true }, {}, { minAge: 1 }, { formats }, { maxAge: 0, formats }];
  return sharedUrls.flatMap((url) => ways.map((way) => ({ url, ...way })));
}

/** Requests in addition to those of the conformance tests. */
async function furtherRequests(
  site: SecretSite,
  fixtures: Fixtures,
): Promise<Partial<Record<OperationName, readonly object[]>>> {
  const { url, sharedUrls } = site;
  return {
    searchWeb: searches(site),
    scrapePage: scrapes(site),
    mapSite: [{ url }, { url, search: COMMON_WORDS }, { url, ignoreQueryParameters: false, limit: 1000 }],
    startBatchScrape: [{ urls: sharedUrls }, { urls: sharedUrls, appendToId: await fixtures.endlessBatch() }],
    startCrawl: sharedUrls.map((shared) => ({ url: shared, limit: 1, sitemap: 'skip' })),
    parseFile: [{ uploadRef: (await fixtures.uploadUrl()).ref }],
    askSupport: [{ question: COMMON_WORDS }],
    askSupportUnderV2: [{ question: COMMON_WORDS }],
    searchSupportDocs: [{ question: COMMON_WORDS }],
  };
}

export interface ProbeRequest extends CaseRequest {
  readonly operation: Operation;
}

/** The path of an operation with each of the ids in each place. */
function pathsOf(path: string, ids: readonly string[]): string[] {
  if (!path.includes('{')) return [path];
  return ids.flatMap((id) => pathsOf(path.replace(/\{\w+\}/, id), ids));
}

/**
 * Requests for every operation of the contract: those of the conformance tests with the fixtures, each GET with each id,
 * and the further ones above.
 */
export async function probeRequests(
  fixtures: Fixtures,
  site: SecretSite,
  ids: readonly string[],
): Promise<ProbeRequest[]> {
  const about = await furtherRequests(site, fixtures);
  const all: ProbeRequest[] = [];
  for (const operation of operations()) {
    if (operation.method === 'GET') for (const path of pathsOf(operation.path, ids)) all.push({ operation, path });
    for (const { send } of calls[operation.id]) all.push({ operation, ...(await send(fixtures)) });
    for (const body of about[operation.id] ?? []) all.push({ operation, path: operation.path, body });
  }
  return all;
}
