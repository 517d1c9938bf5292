import type { PaperResponse, PaperResult, SimilarPapersResponse } from '@trawl/client';
import type { ApiCall } from './api-call.js';
import type { CallOptions, Invoke } from './invoke.js';
import type { Query } from './wire.js';

/** Scientific papers. */
export class Research {
  readonly #invoke: Invoke;

  constructor(invoke: Invoke) {
    this.#invoke = invoke;
  }

  /** Finds papers by meaning, best first. */
  papers(query: string, filter: Omit<Query<'searchPapers'>, 'query'> = {}, call?: CallOptions): ApiCall<PaperResult[]> {
    return this.#invoke('searchPapers', { query: { ...filter, query } }, call).mapData(({ results }) => results);
  }

  /** What is known of a paper; with `query` also the passages that answer it. */
  paper(id: string, query?: Query<'getPaper'>, call?: CallOptions): ApiCall<PaperResponse> {
    return this.#invoke('getPaper', { path: { id }, query }, call);
  }

  /** Papers like this one, that cite it, or that it cites, ranked by `intent`. */
  similar(
    id: string,
    intent: string,
    query: Omit<Query<'listSimilarPapers'>, 'intent'> = {},
    call?: CallOptions,
  ): ApiCall<SimilarPapersResponse> {
    return this.#invoke('listSimilarPapers', { path: { id }, query: { ...query, intent } }, call);
  }
}
