/**
 * Sends requests that are generated from the contract to a service in its own process. For every request:
 *
 * - The service keeps running.
 * - It answers as the contract says, and never with an unexpected error.
 * - It spends at most a second of its main thread's CPU time, during which it answers nobody else.
 * - It logs no unexpected error, also in jobs that run on after the response.
 *
 * At the end, and after a reset, it uses no more memory than at the start.
 */
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/contract.js';
import { named } from '../../src/contract/validation.js';
import { createDatabase, dropDatabase, sharedServer } from '../postgres/database.js';
import { type Fuzzer, startFuzzer } from './fuzzer.js';
import { malformedHttp } from './malformed-http.js';
import { pageRecipe } from './page-recipe.js';
import { SITE_ORIGIN } from './placeholders.js';
import { allOperations, type FuzzRequest, invalidRequest, jsonRequest, validRequest } from './requests.js';
import { arbitraryFrom } from './schema-arbitrary.js';
import { requestSequence } from './sequences.js';

const TIMEOUT_MS = 60_000;

const EXPLORE_MS = 60_000;

/** Compiled code and buffers that a service keeps after its first use are about 10 MB. */
const MAX_GROWTH_MEGABYTES = 25;

/** `npm run explore` runs as many cases as it has time for. So does PROPERTY_SEED, to reach a case that it found. */
const EXPLORE = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: EXPLORE_MS };

/** `npm run explore` also tries a service on PostgreSQL, which refuses numbers and text that SQLite takes. */
const DATABASES = process.env.EXPLORE && 'url' in sharedServer ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

/** Runs the given number of cases, unless it explores. */
function check<Case>(numRuns: number, cases: fc.Arbitrary<Case>, run: (one: Case) => Promise<void>): Promise<void> {
  const { EXPLORE: exploring, PROPERTY_SEED: seed } = process.env;
  return fc.assert(fc.asyncProperty(cases, run), exploring || seed ? EXPLORE : { numRuns });
}

/** Requests of all operations, mostly of those with a body, where more can go wrong. */
function anyOperation(requestOf: (operation: Operation) => fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...allOperations.map((operation) => ({ arbitrary: requestOf(operation), weight: operation.body ? 4 : 1 })),
  );
}

describe.each(DATABASES)('on %s', (name) => {
  let fuzzer: Fuzzer;
  let megabytesAtStart: number;

  beforeAll(async () => {
    const database = name === 'PostgreSQL' ? await createDatabase() : undefined;
    fuzzer = await startFuzzer({ database });
    megabytesAtStart = await fuzzer.usedMegabytes();
    return async () => {
      await fuzzer.close();
      if (database !== undefined) await dropDatabase(database);
    };
  }, TIMEOUT_MS);

  describe('the service withstands', { timeout: EXPLORE_MS + 5 * TIMEOUT_MS }, () => {
    const valid = anyOperation(validRequest);
    const invalid = anyOperation(invalidRequest);

    test('valid requests', () => check(100, valid, (request) => fuzzer.run([[request]])));

    test('invalid requests', () => check(150, invalid, (request) => fuzzer.run([[request]])));

    test('concurrent requests', () => {
      const requests = fc.array(fc.oneof(valid, invalid), { minLength: 2, maxLength: 30 });
      return check(10, requests, (step) => fuzzer.run([step]));
    });

    test('sequences of requests about one resource', () => check(20, requestSequence, fuzzer.run));

    test('malformed HTTP', () => check(40, malformedHttp, fuzzer.write));

    test('malformed pages', () => {
      const url = `${SITE_ORIGIN}/page`;
      const options = arbitraryFrom(named('ScrapeOptions')) as fc.Arbitrary<object>;
      const request = fc.oneof(
        options.map((scrapeOptions) => jsonRequest('POST /v2/scrape', { ...scrapeOptions, maxAge: 0, url })),
        options.map((scrapeOptions) => jsonRequest('POST /v2/crawl', { url, limit: 4, scrapeOptions })),
        fc.constant(jsonRequest('POST /v2/map', { url })),
      );
      const pages = fc.record(
        { '/page': pageRecipe, '/robots.txt': pageRecipe, '/sitemap.xml': pageRecipe },
        { requiredKeys: ['/page'] },
      );
      return check(25, fc.record({ request, pages }), (one) => fuzzer.run([[one.request]], one.pages));
    });
  });

  test('the service releases the memory that it used', { timeout: TIMEOUT_MS }, async () => {
    expect(await fuzzer.usedMegabytes()).toBeLessThan(megabytesAtStart + MAX_GROWTH_MEGABYTES);
  });
});
