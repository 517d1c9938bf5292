import { randomUUID } from 'node:crypto';
import type { FeedbackRequest, FeedbackResponse } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import type { Stores } from '../store/stores.js';
import type { Routes } from './route.js';

/** Stores one feedback for each call. No credits are refunded, because none were paid. */
export function feedbackRoutes({
  ledger,
  feedback,
}: Pick<Stores, 'ledger' | 'feedback'>): Pick<Routes, 'sendFeedback' | 'sendSearchFeedback'> {
  const storeFeedback = async (
    team: string,
    endpoint: FeedbackRequest['endpoint'],
    jobId: string,
    body: object,
  ): Promise<FeedbackResponse> => {
    const call = await ledger.find(team, jobId);
    if (call?.endpoint !== endpoint) {
      const error = `No ${endpoint} of your team has the id ${jobId}.`;
      throw new Refusal('not_found', error, { feedbackErrorCode: 'JOB_NOT_FOUND' });
    }
    const id = randomUUID();
    const feedbackId = await feedback.add({ id, team, jobId, body });
    const isNew = feedbackId === id;
    return { success: true, feedbackId, creditsRefunded: 0, ...(!isNew && { alreadySubmitted: true }) };
  };

  return {
    sendFeedback: ({ team, body }) => storeFeedback(team, body.endpoint, body.jobId, body),
    sendSearchFeedback: ({ team, path, body }) => storeFeedback(team, 'search', path.jobId, body),
  };
}
