import { TrawlError } from './trawl-error.js';

/** The server answered, and its answer was no. */
export class ApiError extends TrawlError {
  override get name(): string {
    return 'ApiError';
  }

  declare readonly status: number;
}

/** 400 or 422: the request itself is wrong; `details` says where. */
export class BadRequestError extends ApiError {
  override get name(): string {
    return 'BadRequestError';
  }
}

/** 401: there is no key, or it is not valid. */
export class AuthenticationError extends ApiError {
  override get name(): string {
    return 'AuthenticationError';
  }
}

/** 402: the account has too few credits. */
export class PaymentRequiredError extends ApiError {
  override get name(): string {
    return 'PaymentRequiredError';
  }
}

/** 403: the key is valid, but not for this. */
export class PermissionDeniedError extends ApiError {
  override get name(): string {
    return 'PermissionDeniedError';
  }
}

/** 404: no such thing, or no longer. */
export class NotFoundError extends ApiError {
  override get name(): string {
    return 'NotFoundError';
  }
}

/** 408: the server ran out of the time that the request allowed it. When we ran out of ours, it is a `TimeoutError`. */
export class RequestTimeoutError extends ApiError {
  override get name(): string {
    return 'RequestTimeoutError';
  }
}

/** 409: at odds with what is there or running already. */
export class ConflictError extends ApiError {
  override get name(): string {
    return 'ConflictError';
  }
}

/** 410: it was there, and has ended. */
export class GoneError extends ApiError {
  override get name(): string {
    return 'GoneError';
  }
}

/** 413: the request is larger than the server takes. */
export class PayloadTooLargeError extends ApiError {
  override get name(): string {
    return 'PayloadTooLargeError';
  }
}

/** 429: too many requests; `retryAfterMs` if the server said how long to wait. */
export class RateLimitError extends ApiError {
  override get name(): string {
    return 'RateLimitError';
  }
}

/** 500 and above: the server, or something in front of it, failed. */
export class ServerError extends ApiError {
  override get name(): string {
    return 'ServerError';
  }
}

/** A class of error, and what to do about one. */
type Kind = readonly [error: typeof ApiError, advice: string];

const REFUSED: Kind = [BadRequestError, 'See details.'];

const KINDS: Readonly<Record<number, Kind>> = {
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

/** The class of the error that stands for a status, and what to do about it. */
export function kindOf(status: number): Kind {
  return KINDS[status] ?? (status >= 500 ? [ServerError, 'Try again later.'] : [ApiError, '']);
}
