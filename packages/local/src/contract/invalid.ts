import type { Issue } from './issue.js';
import type { OperationName } from './operation.js';
import { Refusal } from './refusal.js';

type RefusalOf = (issues: readonly Issue[]) => Refusal;

const defaultRefusal: RefusalOf = (issues) => new Refusal('BAD_REQUEST', headline(issues), { details: issues });

const feedbackRefusal: RefusalOf = (details) =>
  new Refusal('invalid', 'Invalid request body', { details, feedbackErrorCode: 'INVALID_BODY' });

/** These operations word their refusals in ways of their own, and clients depend on them. */
const refusalsByOperation: { readonly [Op in OperationName]?: RefusalOf } = {
  searchWeb: (details) => new Refusal('invalid', 'Invalid request body', { details }),
  sendFeedback: feedbackRefusal,
  sendSearchFeedback: feedbackRefusal,
  createUploadUrl: (issues) => new Refusal('BAD_REQUEST', issues[0]?.message ?? 'Bad Request'),
  createMonitor: scheduleRefusal,
  updateMonitor: scheduleRefusal,
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
function scheduleRefusal(issues: readonly Issue[]): Refusal {
  const isCron = issues.every(({ path }) => path.at(-1) === 'cron');
  return isCron ? new Refusal('invalid', 'Cron expression must contain five fields') : defaultRefusal(issues);
}

/** The refusal of a request that does not fit the contract. */
export function invalidRequest(operation: OperationName, issues: readonly Issue[]): Refusal {
  const jobId = jobIds[operation];
  if (jobId !== undefined && issues.some(({ path }) => path[0] === jobId)) {
    return new Refusal('invalid', 'Invalid job ID format. Job ID must be a valid UUID.');
  }
  return (refusalsByOperation[operation] ?? defaultRefusal)(issues);
}

/** The refusal of an invalid body of a route that is not in the contract. */
export function invalidBody(issues: readonly Issue[]): Refusal {
  const [first] = issues;
  const field = first?.path.join('.') ?? '';
  const error = `${field ? `${field}: ` : ''}${first?.message ?? 'Bad Request'}`;
  return new Refusal('BAD_REQUEST', error, { details: issues });
}

function headline(issues: readonly Issue[]): string {
  if (issues.some(({ code }) => code === 'unrecognized_keys')) {
    return 'Unrecognized key in body -- please review the v2 API documentation for request body changes';
  }
  const [first] = issues;
  return first?.code === 'custom' ? first.message : 'Bad Request';
}
