import type { Issue } from './issue.js';
import type { OperationName } from './operation.js';
import { Refusal, type RefusalBody } from './refusal.js';

type ErrorFormat = (issues: readonly Issue[]) => RefusalBody;

const defaultFormat: ErrorFormat = (issues) => ({ code: 'BAD_REQUEST', error: headline(issues), details: issues });

/** Some calls of this API word their refusals in their own way, and clients know them by it. */
const formatsByOperation: { readonly [Op in OperationName]?: ErrorFormat } = {
  searchWeb: (details) => ({ error: 'Invalid request body', details }),
  sendSearchFeedback: (details) => ({ error: 'Invalid request body', details, feedbackErrorCode: 'INVALID_BODY' }),
  createUploadUrl: (issues) => ({ code: 'BAD_REQUEST', error: issues[0]?.message ?? 'Bad Request' }),
  createMonitor: scheduleError,
  updateMonitor: scheduleError,
  getScrape: (issues) =>
    issues.some(({ path }) => path[0] === 'scrapeId')
      ? { error: 'Invalid job ID format. Job ID must be a valid UUID.' }
      : defaultFormat(issues),
};

/** A schedule is read after everything else, and its mistake is said alone. */
function scheduleError(issues: readonly Issue[]): RefusalBody {
  const isOfCron = issues.every(({ path }) => path.at(-1) === 'cron');
  return isOfCron ? { error: 'Cron expression must contain five fields' } : defaultFormat(issues);
}

/** The refusal of a request that does not fit the contract. */
export function invalidRequest(operation: OperationName, issues: readonly Issue[]): Refusal {
  return new Refusal(400, (formatsByOperation[operation] ?? defaultFormat)(issues));
}

/** The refusal of a body that no operation of the contract takes. */
export function invalidBody(issues: readonly Issue[]): Refusal {
  const [first] = issues;
  const place = first?.path.join('.') ?? '';
  const error = `${place ? `${place}: ` : ''}${first?.message ?? 'Bad Request'}`;
  return new Refusal(400, { code: 'BAD_REQUEST', error, details: issues });
}

function headline(issues: readonly Issue[]): string {
  if (issues.some(({ code }) => code === 'unrecognized_keys')) {
    return 'Unrecognized key in body -- please review the v2 API documentation for request body changes';
  }
  const [first] = issues;
  return first?.code === 'custom' ? first.message : 'Bad Request';
}
