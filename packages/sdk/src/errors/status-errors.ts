import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  GoneError,
  NotFoundError,
  PayloadTooLargeError,
  PaymentRequiredError,
  PermissionDeniedError,
  RateLimitError,
  RequestTimeoutError,
  ServerError,
} from './errors.js';

/** A class of error, and advice for its message. */
type ErrorKind = readonly [error: typeof ApiError, advice: string];

const REFUSED: ErrorKind = [BadRequestError, 'See details.'];

const KINDS: Readonly<Record<number, ErrorKind>> = {
  400: REFUSED,
  401: [AuthenticationError, 'Check apiKey (TRAWL_API_KEY).'],
  402: [PaymentRequiredError, 'The account needs more credits.'],
  403: [PermissionDeniedError, 'This key may not do that.'],
  404: [NotFoundError, 'Check the id, and that baseUrl is the API.'],
  408: [RequestTimeoutError, 'Allow it more time: see timeout.'],
  409: [ConflictError, 'See what is there or running already.'],
  410: [GoneError, 'Start a new one.'],
  413: [PayloadTooLargeError, 'Send less at a time.'],
  422: REFUSED,
  429: [RateLimitError, 'Send fewer requests at a time.'],
};

/** The class of error for a status, and advice for its message. */
export function kindOf(status: number): ErrorKind {
  return KINDS[status] ?? (status >= 500 ? [ServerError, 'Try again later.'] : [ApiError, '']);
}
