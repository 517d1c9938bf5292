export { AbortedError } from './aborted-error.js';
export { ConfigurationError } from './configuration-error.js';
export { ConnectionError } from './connection-error.js';
export { JobFailedError } from './job-failed-error.js';
export { JobTimeoutError } from './job-timeout-error.js';
export { PaginationError } from './pagination-error.js';
export { ResponseFormatError } from './response-format-error.js';
export { SchemaMismatchError } from './schema-mismatch-error.js';
export {
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
} from './status-errors.js';
export { TimeoutError } from './timeout-error.js';
export { TrawlError } from './trawl-error.js';
