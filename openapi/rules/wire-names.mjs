/**
 * Fields that are not camelCase because the service spells them so. Each has the place it is read or written,
 * so that nobody "mends" it and describes another service.
 * @type {Record<string, string>}
 */
export const WIRE_NAMES = {
  api_version: 'team activity, as it is logged',
  created_at: 'team activity and running crawls, straight from a database row',
  has_more: 'team activity, next to its cursor',
  max_stars: 'developer search, a parameter and a field',
  min_stars: 'developer search, a parameter and a field',
  pull_request: 'developer search, a key that is also a value of `types`',
  retry_after_seconds: 'failures, from the rate limiter that stands before the service',
};
