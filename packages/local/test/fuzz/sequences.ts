import * as fc from 'fast-check';
import type { OperationName } from '../../src/contract/operation.js';
import type { RequestSequence } from './fuzzer.js';
import { invalidRequest, jsonRequest, operationNamed, validRequest } from './requests.js';

/** Operations on one resource. The first creates it. */
const lifecycles: readonly (readonly [OperationName, ...OperationName[]])[] = [
  ['startCrawl', 'getCrawl', 'cancelCrawl', 'listCrawlErrors', 'listActiveCrawls', 'getScrape', 'getQueueStatus'],
  ['startBatchScrape', 'getBatchScrape', 'cancelBatchScrape', 'listBatchScrapeErrors', 'getCrawl', 'cancelCrawl'],
  ['createMonitor', 'runMonitor', 'deleteMonitor', 'updateMonitor', 'listMonitorChecks', 'getMonitorCheck'],
  ['createUploadUrl', 'uploadFile', 'parseFile'],
  ['scrapePage', 'getScrape', 'interactWithPage', 'endInteraction', 'sendFeedback'],
  ['searchWeb', 'sendSearchFeedback', 'sendFeedback', 'listActivity'],
];

const HOUR_MS = 60 * 60_000;

/** Advances the clock of the service: schedules become due, uploads and jobs expire. */
const advanceClock = fc
  .constantFrom(60_000, HOUR_MS, 25 * HOUR_MS)
  .map((advanceMs) => jsonRequest('POST /_local/clock', { advanceMs }));

/** Creates a resource, then reads, changes and deletes it, some of it at once. */
export const requestSequence: fc.Arbitrary<RequestSequence> = fc.oneof(
  ...lifecycles.map(([first, ...others]) => {
    const create = validRequest(operationNamed(first));
    const request = fc.oneof(
      { arbitrary: fc.oneof(create, ...others.map((id) => validRequest(operationNamed(id)))), weight: 8 },
      { arbitrary: fc.oneof(...others.map((id) => invalidRequest(operationNamed(id)))), weight: 1 },
      { arbitrary: advanceClock, weight: 1 },
    );
    const steps = fc.array(fc.array(request, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    return fc.tuple(create, steps).map(([creation, rest]): RequestSequence => [[creation], ...rest]);
  }),
);
