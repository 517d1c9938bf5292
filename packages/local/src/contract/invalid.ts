import type { Issue } from './issue.js';
import type { OperationName } from './operation.js';
import { Refusal, type RefusalBody } from './refusal.js';

type ErrorFormat = (issues: readonly Issue[]) => RefusalBody;

const defaultFormat: ErrorFormat = (issues) => ({ code: 'BAD_REQUEST', error: headline(issues), details: issues });

const feedbackFormat: ErrorFormat = (details) => ({
  error: 'Invalid request body',
  details,
  feedbackErrorCode: 'INVALID_BODY',
});

/** These operations have error bodies of their own, and clients depend on them. */
const formatsByOperation: { readonly [Op in OperationName]?: ErrorFormat } = {
  searchWeb: (details) => ({ error: 'Invalid request body', details }),
  sendFeedback: feedbackFormat,
  sendSearchFeedback: feedbackFormat,
  createUploadUrl: (issues) => ({ code: 'BAD_REQUEST', error: issues[0]?.message ?? 'Bad Request' }),
  createMonitor: scheduleError,
  updateMonitor: scheduleError,
};

/** The path parameters that hold the id of a job. The API looks at them before anything else of the request. */
const jobIds: { readonly [Op in OperationName]?: string } = {
  getScrape: 'scrapeId',
  interactWithPage: 'scrapeId',
  endInteraction: 'scrapeId',
  getCrawl: 'id',
  cancelCrawl: 'id',
  listCrawlErrors: 'id',
  getBatchScrape: 'id',
  cancelBatchScrape: 'id',
  listBatchScrapeErrors: 'id',
  getAgent: 'jobId',
  cancelAgent: 'jobId',
  getExtract: 'id',
  sendSearchFeedback: 'jobId',
};

/** The API validates a schedule last, and reports its error without any other. */
function scheduleError(issues: readonly Issue[]): RefusalBody {
  const isCron = issues.every(({ path }) => path.at(-1) === 'cron');
  return isCron ? { error: 'Cron expression must contain five fields' } : defaultFormat(issues);
}

/** The refusal of a request that does not fit the contract. */
export function invalidRequest(operation: OperationName, issues: readonly Issue[]): Refusal {
  const jobId = jobIds[operation];
  if (jobId !== undefined && issues.some(({ path }) => path[0] === jobId)) {
    return new Refusal(400, { error: 'Invalid job ID format. Job ID must be a valid UUID.' });
  }
  return new Refusal(400, (formatsByOperation[operation] ?? defaultFormat)(issues));
}

/** The refusal of an invalid body of a route that is not in the contract. */
export function invalidBody(issues: readonly Issue[]): Refusal {
  const [first] = issues;
  const field = first?.path.join('.') ?? '';
  const error = `${field ? `${field}: ` : ''}${first?.message ?? 'Bad Request'}`;
  return new Refusal(400, { code: 'BAD_REQUEST', error, details: issues });
}

function headline(issues: readonly Issue[]): string {
  if (issues.some(({ code }) => code === 'unrecognized_keys')) {
    return 'Unrecognized key in body -- please review the v2 API documentation for request body changes';
  }
  const [first] = issues;
  return first?.code === 'custom' ? first.message : 'Bad Request';
}
