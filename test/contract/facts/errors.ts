import { calls } from '../calls.js';
import { fields, rules } from '../fields.js';

const documented = [
  'POST /v2/search',
  'POST /v2/scrape',
  'POST /v2/scrape/{scrapeId}/interact',
  'DELETE /v2/scrape/{scrapeId}/interact',
  'POST /v2/parse',
  'POST /v2/monitor',
  'POST /v2/monitor/{monitorId}/run',
  'POST /v2/crawl',
  'POST /v2/map',
  'POST /v2/agent',
  'POST /support/ask',
];
const scraping = ['POST /v2/search', 'POST /v2/scrape'];

export const errors = [
  calls(
    'statuses of every call',
    documented.map((call) => ({ call, answers: [401, 429, 500] })),
  ),
  calls(
    'statuses of scraping',
    scraping.map((call) => ({ call, answers: [403, 404, 408] })),
  ),
  ...scraping.flatMap((call) => [
    fields(`failures of ${call}`, `${call} 408`, [
      { field: 'success', type: 'boolean', sample: false },
      { field: 'error', type: 'string' },
    ]),
    fields(`failures of ${call}`, `${call} 500`, [
      { field: 'success', type: 'boolean', sample: false },
      { field: 'code', type: 'string', values: ['UNKNOWN_ERROR'] },
      { field: 'error', type: 'string' },
    ]),
    fields(`failures of ${call}`, `${call} 404`, [
      { field: 'code', type: 'string', values: ['SCRAPE_NO_CACHED_DATA', 'SCRAPE_LOCKDOWN_CACHE_MISS'] },
    ]),
  ]),
  rules('failure bodies', 'components.schemas.Error', [
    {
      rule: 'a failure',
      accepts: [
        { success: false, error: 'The request timed out.' },
        { success: false, code: 'UNKNOWN_ERROR', error: 'An unexpected error occurred.' },
      ],
      refuses: [{ success: true, error: 'No failure.' }, { success: false }, { success: false, error: 404 }],
    },
  ]),
];
