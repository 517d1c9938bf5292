import type { DeveloperSearchResponse } from '@trawl/client';
import { searchDeveloperSources, searchDeveloperSourcesWithBody } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { Query, RequestBody } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';

/** Which results, and how many. */
export interface DeveloperFilter extends Omit<Query<'searchDeveloperSources'>, 'query'> {}

/** Documentation, issues, pull requests and readmes. */
export interface Developer extends ReturnType<typeof developer> {}

/** Documentation, issues, pull requests and readmes. */
export const developer = ({ invoke }: Connection) => ({
  /**
   * Searches developer sources. The filters travel in a body, so their lists may be of any length. Operation
   * `searchDeveloperSourcesWithBody`.
   *
   * @throws BadRequestError when the service refuses a filter; `details` says what to correct.
   */
  search: (
    query: string,
    filter: Omit<RequestBody<'searchDeveloperSourcesWithBody'>, 'query'> = {},
    call?: CallOptions,
  ): ApiCall<DeveloperSearchResponse> => invoke(searchDeveloperSourcesWithBody, { body: { ...filter, query } }, call),

  /**
   * The same search with its filters in the URL, for caches and logs. Operation
   * `searchDeveloperSources`.
   *
   * @throws BadRequestError when the service refuses a filter; `details` says what to correct.
   */
  searchByUrl: (query: string, filter: DeveloperFilter = {}, call?: CallOptions): ApiCall<DeveloperSearchResponse> =>
    invoke(searchDeveloperSources, { query: { ...filter, query } }, call),
});
