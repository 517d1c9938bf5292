import { randomUUID } from 'node:crypto';
import type { FeedbackRequest, FeedbackResponse } from '@trawl/client';
import type { Ledger } from '../accounts/ledger.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { Database } from '../store/database.js';
import type { Routes } from './route.js';

export interface FeedbackDependencies {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Stores one feedback for each call. No credits are refunded, because none were paid. */
export function feedbackRoutes({
  database,
  ledger,
  clock,
}: FeedbackDependencies): Pick<Routes, 'sendFeedback' | 'sendSearchFeedback'> {
  database.execute(`create table if not exists feedback (
    id text primary key, team text not null, job_id text not null, body json text not null, at integer not null,
    unique (team, job_id))`);

  const storeFeedback = (
    team: string,
    endpoint: FeedbackRequest['endpoint'],
    jobId: string,
    body: object,
  ): FeedbackResponse => {
    const call = ledger.find(team, jobId);
    if (call?.endpoint !== endpoint) {
      const error = `No ${endpoint} of your team has the id ${jobId}.`;
      throw new Refusal(404, { error, feedbackErrorCode: 'JOB_NOT_FOUND' });
    }
    const id = randomUUID();
    const rowCount = database.run(
      'insert or ignore into feedback values (?, ?, ?, ?, ?)',
      id,
      team,
      jobId,
      JSON.stringify(body),
      clock.now(),
    );
    if (rowCount === 1) return { success: true, feedbackId: id, creditsRefunded: 0 };
    const sql = 'select id from feedback where team = ? and job_id = ?';
    const feedbackId = database.get<{ id: string }>(sql, team, jobId)?.id ?? id;
    return { success: true, feedbackId, creditsRefunded: 0, alreadySubmitted: true };
  };

  return {
    sendFeedback: ({ team, body }) => storeFeedback(team, body.endpoint, body.jobId, body),
    sendSearchFeedback: ({ team, path, body }) => storeFeedback(team, 'search', path.jobId, body),
  };
}
