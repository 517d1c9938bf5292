import type { BatchScrapeRequest } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { Jobs } from '../crawl/jobs.js';
import { jobResponse } from './crawl.js';
import { jobWarnings } from './job-warnings.js';
import type { Routes } from './route.js';

type BatchRoutes = Pick<Routes, 'startBatchScrape' | 'getBatchScrape' | 'cancelBatchScrape' | 'listBatchScrapeErrors'>;

export function batchRoutes(jobs: Jobs): BatchRoutes {
  const defaults = contractDefaults('BatchScrapeRequest');
  return {
    startBatchScrape({ team, body, baseUrl }) {
      const { urls, webhook, maxConcurrency, appendToId, zeroDataRetention, ...rest } = body;
      const { origin: _, integration: __, ignoreInvalidURLs = defaults.ignoreInvalidURLs, ...options } = rest;
      const valid = urls.filter(isPage);
      const invalidURLs = urls.filter((url) => !isPage(url));
      if (!ignoreInvalidURLs && invalidURLs.length > 0) throw invalidUrls(urls);
      const url = valid[0] ?? '';
      const request = { url, webhook, maxConcurrency, scrapeOptions: options, zeroDataRetention };
      const job = appendToId === undefined ? jobs.batch(team, request, valid) : jobs.append(team, appendToId, valid);
      const warning = jobWarnings(jobs, team, { maxConcurrency });
      return { success: true, id: job.id, url: `${baseUrl}/v2/batch/scrape/${job.id}`, invalidURLs, ...warning };
    },
    getBatchScrape: ({ team, path, query, baseUrl }) =>
      jobResponse(jobs, team, path.id, query, `${baseUrl}/v2/batch/scrape`),
    cancelBatchScrape({ team, path }) {
      jobs.cancel(team, path.id);
      return { status: 'cancelled' };
    },
    listBatchScrapeErrors: ({ team, path }) => jobs.errors(team, path.id),
  };
}

function isPage(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

function invalidUrls(urls: BatchScrapeRequest['urls']): Refusal {
  const details = urls.flatMap((url, index) =>
    isPage(url) ? [] : [{ code: 'custom', path: ['urls', index], message: 'Invalid URL' }],
  );
  return new Refusal(400, { code: 'BAD_REQUEST', error: 'Bad Request', details });
}
