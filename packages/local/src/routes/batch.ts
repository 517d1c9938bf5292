import type { BatchScrapeRequest } from '@trawl/client';
import { invalidRequest } from '../contract/invalid.js';
import { MAX_ISSUES, pageUrlIssues } from '../contract/issue.js';
import { pageUrlFault, withScheme } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import type { Jobs } from '../crawl/jobs.js';
import { type GuardFor, isUnsafeDomain, type ThreatGuard } from '../scrape/threat-protection.js';
import { jobResponse, webhookOf } from './crawl.js';
import { jobWarnings } from './job-warnings.js';
import type { Routes } from './route.js';

type BatchRoutes = Pick<Routes, 'startBatchScrape' | 'getBatchScrape' | 'cancelBatchScrape' | 'listBatchScrapeErrors'>;

export interface BatchRouteDependencies {
  readonly jobs: Jobs;
  readonly guardFor: GuardFor;
}

export function batchRoutes({ jobs, guardFor }: BatchRouteDependencies): BatchRoutes {
  return {
    async startBatchScrape({ team, key, payer, body, baseUrl }) {
      const { urls, webhook, maxConcurrency, appendToId, zeroDataRetention, ignoreInvalidURLs, ...options } = body;
      const guard = await guardFor(team, options.threatProtection);
      const malformedUrls = urls.filter((url) => pageUrlFault(url) !== undefined);
      if (!ignoreInvalidURLs && malformedUrls.length > 0) throw invalidUrls(urls);
      const invalid = new Set(malformedUrls);
      let firstRefusal: Refusal | undefined;
      for (const url of urls) {
        const refusal = invalid.has(url) ? undefined : policyRefusal(url, guard);
        if (!refusal) continue;
        if (ignoreInvalidURLs === false) throw refusal;
        firstRefusal ??= refusal;
        invalid.add(url);
      }
      const invalidURLs = urls.filter((url) => invalid.has(url));
      const valid = urls.filter((url) => !invalid.has(url)).map(withScheme);
      const [url] = valid;
      if (url === undefined) throw firstRefusal ?? new Refusal('invalid', 'No valid URLs provided');
      const answer = jobWarnings({ maxConcurrency });
      const request = {
        url,
        webhook: webhookOf(webhook),
        maxConcurrency,
        scrapeOptions: options,
        zeroDataRetention,
        ...answer,
      };
      const job = await (appendToId === undefined
        ? jobs.batch(payer, request, valid)
        : jobs.append({ team, key }, appendToId, valid));
      return { success: true, id: job.id, url: `${baseUrl}/v2/batch/scrape/${job.id}`, invalidURLs, ...answer };
    },
    getBatchScrape: ({ team, path, query, baseUrl }) =>
      jobResponse(jobs, team, path.id, query, `${baseUrl}/v2/batch/scrape`),
    async cancelBatchScrape({ team, path }) {
      await jobs.cancel(team, path.id);
      return { status: 'cancelled' };
    },
    listBatchScrapeErrors: ({ team, path }) => jobs.errors(team, path.id),
  };
}

/** The refusal of a URL that the policy blocks. */
function policyRefusal(url: string, { checkUrl }: ThreatGuard): Refusal | undefined {
  try {
    checkUrl(withScheme(url));
    return undefined;
  } catch (error) {
    if (isUnsafeDomain(error)) return error;
    throw error;
  }
}

function invalidUrls(urls: BatchScrapeRequest['urls']): Refusal {
  const issues = urls.flatMap((url, index) => pageUrlIssues(['urls', index], url));
  return invalidRequest('startBatchScrape', issues.slice(0, MAX_ISSUES));
}
