import type { FeedbackResponse } from '@trawl/client';
import type { ApiCall } from './api-call.js';
import type { CallOptions, Invoke } from './invoke.js';
import type { Body } from './wire.js';

/** Says how good results were; useful feedback gives credits back. */
export class Feedback {
  readonly #invoke: Invoke;

  constructor(invoke: Invoke) {
    this.#invoke = invoke;
  }

  /** Rates the result of a search, scrape, parse or map. */
  send(feedback: Body<'sendFeedback'>, call?: CallOptions): ApiCall<FeedbackResponse> {
    return this.#invoke('sendFeedback', { body: feedback }, call);
  }

  /** Rates a search by its `id`. */
  search(jobId: string, feedback: Body<'sendSearchFeedback'>, call?: CallOptions): ApiCall<FeedbackResponse> {
    return this.#invoke('sendSearchFeedback', { path: { jobId }, body: feedback }, call);
  }
}
