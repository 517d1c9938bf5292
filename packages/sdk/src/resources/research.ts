import type { PaperResponse, PaperResult, SimilarPapersResponse } from '@trawl/client';
import { getPaper, listSimilarPapers, searchPapers } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { Query } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';
import { listOf } from '../request/response-fields.js';

/** Scientific papers. */
export interface Research extends ReturnType<typeof research> {}

/** Scientific papers. */
export const research = ({ invoke }: Connection) => ({
  /**
   * Finds papers by meaning, best first. Operation `searchPapers`.
   *
   * @throws BadRequestError when the service refuses the query; `details` says what to correct.
   */
  papers: (
    query: string,
    filter: Omit<Query<'searchPapers'>, 'query'> = {},
    call?: CallOptions,
  ): ApiCall<PaperResult[]> => invoke(searchPapers, { query: { ...filter, query } }, call).mapData(listOf('results')),

  /**
   * The metadata of a paper. With `query` also the passages that answer it. Operation `getPaper`.
   *
   * @throws NotFoundError when there is no such paper.
   */
  paper: (id: string, query?: Query<'getPaper'>, call?: CallOptions): ApiCall<PaperResponse> =>
    invoke(getPaper, { path: { id }, query }, call),

  /**
   * Papers like this one, that cite it, or that it cites, ranked by `intent`. Operation `listSimilarPapers`.
   *
   * @throws NotFoundError when there is no such paper.
   */
  similar: (
    id: string,
    intent: string,
    query: Omit<Query<'listSimilarPapers'>, 'intent'> = {},
    call?: CallOptions,
  ): ApiCall<SimilarPapersResponse> => invoke(listSimilarPapers, { path: { id }, query: { ...query, intent } }, call),
});
