import { type ErrorFields, TrawlError } from './trawl-error.js';

/** An option cannot work as it was given. Nothing was sent. */
export class ConfigurationError extends TrawlError {
  override get name(): string {
    return 'ConfigurationError';
  }
}

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

/** The server could not be reached, or the connection broke before the answer was complete. */
export class ConnectionError extends TrawlError {
  override get name(): string {
    return 'ConnectionError';
  }
}

/** The answer was not complete within `timeoutMs`, or the call not done within `totalTimeoutMs`. */
export class TimeoutError extends TrawlError {
  override get name(): string {
    return 'TimeoutError';
  }
}

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends TrawlError {
  override get name(): string {
    return 'AbortedError';
  }
}

/** The server answered with success, but not with what the API answers: HTML, broken JSON, or nothing at all. */
export class ResponseFormatError extends TrawlError {
  override get name(): string {
    return 'ResponseFormatError';
  }
}

/** What came back does not fit the schema that was asked for; `details` lists the places. */
export class SchemaMismatchError extends TrawlError {
  override get name(): string {
    return 'SchemaMismatchError';
  }
}

/** A listing or the pages of a job broke off: `received` is what had come, `cursor` is where to go on, `cause` is why. */
export class PaginationError extends TrawlError {
  override get name(): string {
    return 'PaginationError';
  }
}

/** A job ended without success: it failed, or was cancelled. `received` is what it had brought until then. */
export class JobFailedError extends TrawlError {
  override get name(): string {
    return 'JobFailedError';
  }

  /** How it ended, in the server's word: `failed` or `cancelled`. */
  declare readonly jobStatus: string;

  constructor(message: string, jobStatus: string, facts: ErrorFields) {
    super(message, facts);
    this.jobStatus = jobStatus;
  }
}

/** A job was not finished by its deadline. It goes on without us: resume or cancel it by `jobId`. */
export class JobTimeoutError extends TrawlError {
  override get name(): string {
    return 'JobTimeoutError';
  }
}
