import type { ActiveCrawls, CrawlRequest, JobWebhook, JobWebhookTarget } from '@trawl/client';
import type { RobotsPolicy } from '@trawl/web/site/robots-policy';
import { isAnonymous } from '../accounts/teams.js';
import { LongText } from '../base/long-text.js';
import { contractDefaults } from '../contract/contract.js';
import { withScheme } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import type { JobRequest, PageJob } from '../crawl/job.js';
import { boundsOf, type JobPage, jobAnswer, statusOf } from '../crawl/job-answer.js';
import type { Jobs } from '../crawl/jobs.js';
import type { ChooseOptions } from '../crawl/prompted-options.js';
import type { GuardFor } from '../scrape/threat-protection.js';
import { jobWarnings } from './job-warnings.js';
import { JsonText, type Routes } from './route.js';

type CrawlRoutes = Pick<
  Routes,
  | 'startCrawl'
  | 'getCrawl'
  | 'cancelCrawl'
  | 'listCrawlErrors'
  | 'listActiveCrawls'
  | 'listOngoingCrawls'
  | 'previewCrawlParams'
>;

const MUST_HEED_ROBOTS = 'This server heeds robots.txt in all crawls. Leave out `ignoreRobotsTxt`.';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface CrawlRouteDependencies {
  readonly jobs: Jobs;
  readonly chooseOptions: ChooseOptions;
  readonly guardFor: GuardFor;
  /** Whether crawls heed robots.txt. By default, as their callers say. */
  readonly robotsPolicy?: RobotsPolicy | undefined;
}

export function crawlRoutes({
  jobs,
  chooseOptions,
  guardFor,
  robotsPolicy = 'callers',
}: CrawlRouteDependencies): CrawlRoutes {
  async function active(team: string): Promise<ActiveCrawls> {
    return { success: true, crawls: (await jobs.active(team)).map(activeCrawl) };
  }

  return {
    async startCrawl({ team, payer, body, request, baseUrl, signal }) {
      const key = request.headers.get('x-idempotency-key') ?? undefined;
      if (key !== undefined && !UUID.test(key)) throw new Refusal('conflict', 'The idempotency key is not a UUID');
      if (robotsPolicy === 'always' && body.ignoreRobotsTxt) throw new Refusal('forbidden', MUST_HEED_ROBOTS);
      const jobTerms = jobRequest(body);
      (await guardFor(team, jobTerms.scrapeOptions.threatProtection)).checkUrl(jobTerms.url);
      const { prompt, ...explicit } = jobTerms.crawl ?? {};
      const { chosen, warnings } =
        prompt === undefined
          ? { chosen: {}, warnings: [] }
          : await chooseOptions({
              team,
              signal,
              url: jobTerms.url,
              prompt,
              explicit,
              isLocked: jobTerms.scrapeOptions.lockdown,
              isStored: !body.zeroDataRetention && !isAnonymous(team),
            });
      const answer = jobWarnings(body, warnings);
      const crawl = { ...chosen, ...jobTerms.crawl };
      const { id } = await jobs.crawl(payer, { ...jobTerms, ...answer, crawl }, key);
      return { success: true, id, url: `${baseUrl}/v2/crawl/${id}`, ...answer };
    },
    getCrawl: ({ team, path, query, baseUrl }) => jobResponse(jobs, team, path.id, query, `${baseUrl}/v2/crawl`),
    async cancelCrawl({ team, path }) {
      await jobs.cancel(team, path.id);
      return { status: 'cancelled' };
    },
    listCrawlErrors: ({ team, path }) => jobs.errors(team, path.id),
    listActiveCrawls: ({ team }) => active(team),
    listOngoingCrawls: ({ team }) => active(team),
    async previewCrawlParams({ team, body, signal }) {
      const url = withScheme(body.url);
      const wish = { team, signal, url, prompt: body.prompt, explicit: {}, isStored: !isAnonymous(team) };
      const { chosen, warnings } = await chooseOptions(wish);
      return { success: true, data: { url, ...chosen }, ...(warnings.length > 0 && { warning: warnings.join(' ') }) };
    },
  };
}

/** Bytes of an answer that is made as its client takes it. */
const LONG_ANSWER = 512 * 1024;

/** The response with the state of a crawl or batch. */
export async function jobResponse(
  jobs: Jobs,
  team: string,
  id: string,
  { skip = 0, limit }: { readonly [Field in keyof JobPage]?: JobPage[Field] | undefined },
  collection: string,
): Promise<JsonText> {
  const page = { skip, limit };
  const state = await jobs.state(team, id);
  const documents = await jobs.storedDocuments(state.job, boundsOf(page));
  const text = new LongText(jobAnswer(state, documents, page, `${collection}/${state.job.id}`));
  const { completed, error } = state.job;
  return new JsonText(text.bytes > LONG_ANSWER ? text : await text.text(), {
    status: statusOf(state.job),
    completed,
    total: state.total,
    error,
    warning: state.warning,
  });
}

function jobRequest({ url, webhook, scrapeOptions = {}, zeroDataRetention, ...crawl }: CrawlRequest): JobRequest {
  return {
    url: withScheme(url),
    webhook: webhookOf(webhook),
    crawl,
    scrapeOptions,
    zeroDataRetention,
    maxConcurrency: crawl.maxConcurrency,
  };
}

/** The webhook of a job. A URL alone gets all events. */
export function webhookOf(target: JobWebhookTarget | undefined): JobWebhook | undefined {
  return typeof target === 'string' ? { url: target } : target;
}

function activeCrawl({ id, team, createdAt, request }: PageJob): NonNullable<ActiveCrawls['crawls']>[number] {
  const { crawl, scrapeOptions } = request;
  const options = { ...contractDefaults('CrawlOptions'), ...crawl };
  return {
    id,
    teamId: team,
    url: request.url,
    created_at: new Date(createdAt).toISOString(),
    options: { ...options, scrapeOptions: { ...contractDefaults('ScrapeOptions'), ...scrapeOptions } },
  };
}
