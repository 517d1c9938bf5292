/**
 * Requests that are made from the contract, to a service that runs as a program of its own. Whatever is sent, it lives, its
 * answers are those of the contract and no error that nobody foresaw, no request keeps its thread from others for more than
 * a second of the processor's time, and when it has forgotten everything it has no more memory in use than in the beginning.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { named } from '../../src/contract/validation.js';
import { fitting } from './fitting.js';
import { type Fuzzing, startFuzzing } from './fuzzing.js';
import { oddity } from './oddities.js';
import { all, asJson, valid, wrong } from './requests.js';
import { sequence } from './sequences.js';
import { made, SITE } from './site.js';

const PATIENCE_MS = 60_000;

const EXPLORE_MS = 60_000;

/** What a service keeps of code and buffers once it has done everything for the first time is about 10 MB. */
const MOST_MORE_MEGABYTES = 25;

/** As many cases as there is time for: to explore, and to come again to what exploring found. */
const EXPLORING = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: EXPLORE_MS };

/** Tries as many cases as given, unless it is to explore. */
function tryAll<Case>(count: number, cases: fc.Arbitrary<Case>, work: (one: Case) => Promise<void>): Promise<void> {
  const bounds = process.env.EXPLORE || process.env.PROPERTY_SEED ? EXPLORING : { numRuns: count };
  return fc.assert(fc.asyncProperty(cases, work), bounds);
}

let fuzzing: Fuzzing;
let usedMegabytes: number;

beforeAll(async () => {
  fuzzing = await startFuzzing();
  usedMegabytes = await fuzzing.usedMegabytes();
}, PATIENCE_MS);

afterAll(() => fuzzing.close());

describe('the service survives', { timeout: EXPLORE_MS + 5 * PATIENCE_MS }, () => {
  const fit = fc.oneof(...all.map(valid));
  const unfit = fc.oneof(...all.map(wrong));

  test('requests that fit the contract', () => tryAll(150, fit, (request) => fuzzing.run([[request]])));

  test('requests that nearly fit, or mean no good', () => tryAll(250, unfit, (request) => fuzzing.run([[request]])));

  test('many requests at once', () => {
    const many = fc.array(fc.oneof(fit, unfit), { minLength: 2, maxLength: 30 });
    return tryAll(15, many, (requests) => fuzzing.run([requests]));
  });

  test('what is done with a thing while it lives, and afterwards', () => tryAll(30, sequence, fuzzing.run));

  test('what is no HTTP', () => tryAll(60, oddity, fuzzing.write));

  test('whatever a site answers', () => {
    const options = fitting(named('ScrapeOptions')) as fc.Arbitrary<object>;
    const url = `${SITE}/page`;
    const asked = fc.oneof(
      options.map((some) => asJson('POST /v2/scrape', { ...some, maxAge: 0, url })),
      options.map((scrapeOptions) => asJson('POST /v2/crawl', { url, limit: 4, scrapeOptions })),
      fc.constant(asJson('POST /v2/map', { url })),
    );
    const pages = fc.record({ '/page': made, '/robots.txt': made, '/sitemap.xml': made }, { requiredKeys: ['/page'] });
    return tryAll(40, fc.record({ asked, pages }), (one) => fuzzing.run([[one.asked]], one.pages));
  });
});

test('the service gives the memory back that it took', { timeout: PATIENCE_MS }, async () => {
  expect(await fuzzing.usedMegabytes()).toBeLessThan(usedMegabytes + MOST_MORE_MEGABYTES);
});
