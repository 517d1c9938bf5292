export type * from '@trawl/client';
export type { ApiResponse } from './async/api-response.js';
export type { Clock } from './async/clock.js';
export type { EstimableRequests } from './credits/estimable.js';
export { type AppliedRule, type CreditEstimate, estimateCredits } from './credits/estimate.js';
export * from './errors/index.js';
export type { Issue } from './errors/issues.js';
export type {
  ChangeTrackingFormatInput,
  FormatInput,
  Formats,
  JsonFormatInput,
  ParseFormatInput,
  ParseFormats,
} from './formats/format-input.js';
export type { Metadata } from './formats/metadata.js';
export type { ReceivedPage } from './formats/page-urls.js';
export type { Suggested } from './formats/requested.js';
export type { BatchScrapeInput, CrawlInput, ParseInput, ScrapeInput, ScrapeOptionsInput } from './formats/requests.js';
export type { OutputOf, SchemaInput } from './formats/schema-input.js';
export type { Crawled, DefaultFormats, Scraped } from './formats/scraped.js';
export type { JobProgress } from './jobs/driver.js';
export type { Job } from './jobs/job.js';
export type { Page, Paginated } from './pagination/paginated.js';
export type { ApiCall } from './request/api-call.js';
export { type Connection, connect, type TrawlOptions } from './request/connection.js';
export type { FileInput } from './request/files.js';
export type { CallOptions } from './request/invoke.js';
export type { JobCallOptions } from './request/job-calls.js';
export type { ListOptions } from './request/listing.js';
export { type AgentInput, type Agents, agent, agents } from './resources/agents.js';
export { type Batches, type BatchStartInput, batches, batchScrape } from './resources/batches.js';
export { type Browsers, browsers } from './resources/browsers.js';
export { type CrawlStartInput, type Crawls, crawl, crawls } from './resources/crawls.js';
export type { DataJob, DataResult, DataResumeInput } from './resources/data-jobs.js';
export { type Developer, type DeveloperFilter, developer } from './resources/developer.js';
export type { Diagnosis } from './resources/diagnosis.js';
export type {
  DocumentJob,
  DocumentJobState,
  DocumentJobs,
  JobPageQuery,
  JobResult,
  ResumeInput,
} from './resources/document-jobs.js';
export { type ExtractCallOptions, type ExtractInput, type Extracts, extract, extracts } from './resources/extracts.js';
export { type Feedback, feedback } from './resources/feedback.js';
export {
  type MonitorChanges,
  type MonitorCheckQuery,
  type MonitorChecksQuery,
  type MonitorInput,
  type MonitorPagesQuery,
  type Monitors,
  type MonitorTargetInput,
  monitors,
} from './resources/monitors.js';
export { type GetScrapeInput, getScrape, map, type ParseFileInput, parse, scrape, search } from './resources/pages.js';
export {
  type RequestArguments,
  type RequestOptions,
  type RequestResult,
  request,
  type UntypedInput,
} from './resources/request.js';
export { type Research, research } from './resources/research.js';
export { interact, type Session, type SessionOrigin } from './resources/session.js';
export { type Support, type SupportInput, support } from './resources/support.js';
export { type ActivityQuery, type Team, team } from './resources/team.js';
export { type UploadInput, type Uploads, uploads } from './resources/uploads.js';
export {
  type QueryOperators,
  type QueryOptions,
  query,
  type SearchOperator,
  type SearchQuery,
} from './search/query.js';
export type { SearchInput, SearchSourceInput, Sources } from './search/search-input.js';
export type { ImageResult, NewsResult, SearchLists, SearchResults, WebResult } from './search/search-results.js';
export { type DayInput, type TimeFilter, type TimeFilterOptions, tbs } from './search/time-filter.js';
export type { FetchOptions } from './transport/call.js';
export { type LogEntry, logging } from './transport/log.js';
export type { AttemptContext, Middleware, Next } from './transport/middleware.js';
export type { Fetch } from './transport/redirect.js';
export { Trawl } from './trawl.js';
export { verifyWebhook, WebhookVerificationError } from './webhooks/verify.js';
export type { BatchScrapePageEvent, CrawlPageEvent, OtherEvent, WebhookEvent } from './webhooks/webhook-event.js';
