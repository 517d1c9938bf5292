import { type ErrorFields, TrawlError } from './trawl-error.js';

/** An option or a field is not valid. Nothing was sent. */
export class ConfigurationError extends TrawlError {
  override get name(): string {
    return 'ConfigurationError';
  }
}

/** The server answered with an error. */
export class ApiError extends TrawlError {
  override get name(): string {
    return 'ApiError';
  }

  declare readonly status: number;
}

/** 400 or 422: the request is not valid. `details` says where. */
export class BadRequestError extends ApiError {
  override get name(): string {
    return 'BadRequestError';
  }
}

/** 401: the key is missing or not valid. */
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

/** 403: the key does not allow this call. */
export class PermissionDeniedError extends ApiError {
  override get name(): string {
    return 'PermissionDeniedError';
  }
}

/** 404: it does not exist, or no longer. */
export class NotFoundError extends ApiError {
  override get name(): string {
    return 'NotFoundError';
  }
}

/** 408: the server ran out of the time that the request allows. A timeout of the SDK is a `TimeoutError`. */
export class RequestTimeoutError extends ApiError {
  override get name(): string {
    return 'RequestTimeoutError';
  }
}

/** 409: it conflicts with what exists or is running. */
export class ConflictError extends ApiError {
  override get name(): string {
    return 'ConflictError';
  }
}

/** 410: it has ended. */
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

/** 429: too many requests. `retryAfterMs` is the wait that the server asks for. */
export class RateLimitError extends ApiError {
  override get name(): string {
    return 'RateLimitError';
  }
}

/** 500 and above: the server failed, or a proxy in front of it. */
export class ServerError extends ApiError {
  override get name(): string {
    return 'ServerError';
  }
}

/** The server could not be reached, or the connection was lost before the response was complete. */
export class ConnectionError extends TrawlError {
  override get name(): string {
    return 'ConnectionError';
  }
}

/** The response was not complete within `timeoutMs`, or the call not done within `totalTimeoutMs`. */
export class TimeoutError extends TrawlError {
  override get name(): string {
    return 'TimeoutError';
  }
}

/** Your signal ended the call. `cause` is the reason of the signal. */
export class AbortedError extends TrawlError {
  override get name(): string {
    return 'AbortedError';
  }
}

/** The status was a success, but the response was not one of the API: a web page, broken JSON, nothing, or too much. */
export class ResponseFormatError extends TrawlError {
  override get name(): string {
    return 'ResponseFormatError';
  }
}

/** The data does not fit your schema. `details` lists the issues. */
export class SchemaMismatchError extends TrawlError {
  override get name(): string {
    return 'SchemaMismatchError';
  }
}

/** A listing or a job was interrupted: `received` has what came before, `cursor` says where to go on, `cause` why. */
export class PaginationError extends TrawlError {
  override get name(): string {
    return 'PaginationError';
  }
}

/** A job failed or was cancelled. `received` has what came before. */
export class JobFailedError extends TrawlError {
  override get name(): string {
    return 'JobFailedError';
  }

  /** The final status of the job: `failed` or `cancelled`. */
  declare readonly jobStatus: string;

  constructor(message: string, jobStatus: string, fields: ErrorFields) {
    super(message, fields);
    this.jobStatus = jobStatus;
  }
}

/** A job was not finished by its deadline. It goes on at the service: resume or cancel it by `jobId`. */
export class JobTimeoutError extends TrawlError {
  override get name(): string {
    return 'JobTimeoutError';
  }
}
