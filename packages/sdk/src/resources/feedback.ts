import type { FeedbackRequest, FeedbackResponse, SearchFeedbackRequest } from '@trawl/client';
import { sendFeedback, sendSearchFeedback } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { CallOptions } from '../request/invoke.js';

/** Says how good results were; useful feedback gives credits back. */
export interface Feedback extends ReturnType<typeof feedback> {}

/** Says how good results were; useful feedback gives credits back. */
export const feedback = ({ invoke }: Connection) => ({
  /**
   * Rates the result of a search, scrape, parse or map. Operation `sendFeedback`.
   *
   * @throws BadRequestError when the service refuses the feedback; `details` says what to correct.
   * @throws NotFoundError when there is no such job.
   */
  send: (body: FeedbackRequest, call?: CallOptions): ApiCall<FeedbackResponse> => invoke(sendFeedback, { body }, call),

  /**
   * Rates a search by its `id`. Operation `sendSearchFeedback`.
   *
   * @throws BadRequestError when the service refuses the feedback; `details` says what to correct.
   * @throws NotFoundError when there is no such search.
   */
  search: (jobId: string, body: SearchFeedbackRequest, call?: CallOptions): ApiCall<FeedbackResponse> =>
    invoke(sendSearchFeedback, { path: { jobId }, body }, call),
});
