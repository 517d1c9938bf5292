import * as fc from 'fast-check';
import type { OperationName } from '../../src/contract/operation.js';
import type { Sequence } from './fuzzing.js';
import { asJson, operationOf, valid, wrong } from './requests.js';

/** What makes a thing, and all that can be done with it then. */
const lives: readonly (readonly [OperationName, ...OperationName[]])[] = [
  ['startCrawl', 'getCrawl', 'cancelCrawl', 'listCrawlErrors', 'listActiveCrawls', 'getScrape', 'getQueueStatus'],
  ['startBatchScrape', 'startBatchScrape', 'getBatchScrape', 'cancelBatchScrape', 'listBatchScrapeErrors'],
  ['createMonitor', 'runMonitor', 'deleteMonitor', 'updateMonitor', 'listMonitorChecks', 'getMonitorCheck'],
  ['createUploadUrl', 'uploadFile', 'parseFile'],
  ['scrapePage', 'getScrape', 'interactWithPage', 'endInteraction', 'sendFeedback'],
  ['searchWeb', 'sendSearchFeedback', 'sendFeedback', 'listActivity'],
];

const time = fc
  .constantFrom(60_000, 60 * 60_000, 25 * 60 * 60_000)
  .map((advanceMs) => asJson('POST /_local/clock', { advanceMs }));

/** A thing that is made, and requests that concern it or think so, some of them at once, while time passes. */
export const sequence: fc.Arbitrary<Sequence> = fc.oneof(
  ...lives.map(([first, ...others]) => {
    const step = fc.oneof(
      { arbitrary: fc.oneof(...[first, ...others].map((id) => valid(operationOf(id)))), weight: 8 },
      { arbitrary: fc.oneof(...others.map((id) => wrong(operationOf(id)))), weight: 1 },
      { arbitrary: time, weight: 1 },
    );
    return fc
      .tuple(valid(operationOf(first)), fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }))
      .map(([making, rest]): Sequence => [[making], ...rest]);
  }),
);
