import {
  AbortedError,
  AuthenticationError,
  BadRequestError,
  ConfigurationError,
  ConnectionError,
  GoneError,
  JobTimeoutError,
  NotFoundError,
  PaginationError,
  PaymentRequiredError,
  PermissionDeniedError,
  RateLimitError,
  RequestTimeoutError,
  ServerError,
  TimeoutError,
} from '@trawl/sdk';
import { expect, it } from 'vitest';
import { EXIT, exitStatusOf } from './exit-status.js';

it.each([
  [ConfigurationError, EXIT.usage],
  [BadRequestError, EXIT.usage],
  [AuthenticationError, EXIT.key],
  [PermissionDeniedError, EXIT.key],
  [PaymentRequiredError, EXIT.credits],
  [NotFoundError, EXIT.notFound],
  [GoneError, EXIT.notFound],
  [RateLimitError, EXIT.rate],
  [RequestTimeoutError, EXIT.time],
  [TimeoutError, EXIT.time],
  [JobTimeoutError, EXIT.time],
  [ConnectionError, EXIT.unreachable],
  [AbortedError, EXIT.interrupted],
  [ServerError, EXIT.failed],
] as const)('%o ends with %i', (ErrorClass, status) => {
  expect(exitStatusOf(new ErrorClass('x'))).toBe(status);
});

it('of an interrupted job is that of its cause', () => {
  expect(exitStatusOf(new PaginationError('x', { cause: new RateLimitError('y') }))).toBe(EXIT.rate);
  expect(exitStatusOf(new Error('x'))).toBe(EXIT.failed);
  expect(exitStatusOf(undefined)).toBe(EXIT.failed);
});
