import { describe, expect, it } from 'vitest';
import { crawled, found, scraped, started } from '../../scripts/shared/service.js';
import { type Json, readContract } from '../contract/contract.js';
import { errorsAt, explained } from '../contract/validation.js';

const ORIGIN = 'http://127.0.0.1:3002';

describe('the service that the platforms are tested with answers as the contract says', () => {
  it.each([
    ['a search', 'SearchResponse', found()],
    ['a scrape', 'ScrapeResponse', scraped('https://docs.example.com/1')],
    ['the start of a crawl', 'CrawlStarted', started(ORIGIN)],
    ['a page of a crawl', 'CrawlJob', crawled(ORIGIN, 0, 250)],
    ['the last page of a crawl', 'CrawlJob', crawled(ORIGIN, 200, 250)],
  ])('%s', (_, schema, answer) => {
    const errors = errorsAt(readContract(), ['components', 'schemas', schema], answer as unknown as Json);
    expect(explained(errors)).toBe('');
  });
});
