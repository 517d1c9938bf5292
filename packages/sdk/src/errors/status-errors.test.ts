import { expect, it } from 'vitest';
import * as errors from './index.js';
import { errorClassOf } from './status-errors.js';

it.each([
  [400, errors.BadRequestError],
  [401, errors.AuthenticationError],
  [402, errors.PaymentRequiredError],
  [403, errors.PermissionDeniedError],
  [404, errors.NotFoundError],
  [408, errors.RequestTimeoutError],
  [409, errors.ConflictError],
  [410, errors.GoneError],
  [413, errors.PayloadTooLargeError],
  [418, errors.ApiError],
  [422, errors.BadRequestError],
  [429, errors.RateLimitError],
  [500, errors.ServerError],
  [599, errors.ServerError],
  [200, errors.ApiError],
])('status %i has a class of its own, which is an ApiError', (status, expected) => {
  const Kind = errorClassOf(status);
  expect(Kind).toBe(expected);
  expect(new Kind('No.')).toBeInstanceOf(errors.ApiError);
});
