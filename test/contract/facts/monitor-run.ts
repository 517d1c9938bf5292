import { calls } from '../calls.js';
import { fields } from '../fields.js';

const run = 'POST /v2/monitor/{monitorId}/run';
const timestamp = { type: 'string', sample: '2026-11-21T02:00:00Z' } as const;

export const monitorRun = [
  fields('monitor run record', `${run} 200 data`, [
    { field: 'id', type: 'string', sample: '01a1fbcc-d285-7436-a619-3f6c38a59820' },
    { field: 'monitorId', type: 'string', sample: '01a1fbcc-d25f-759a-821d-804ef50c14d4' },
    { field: 'status', type: 'string', values: ['queued'] },
    { field: 'trigger', type: 'string', values: ['scheduled'] },
    { field: 'scheduledFor', ...timestamp },
    { field: 'startedAt', ...timestamp },
    { field: 'finishedAt', ...timestamp },
    { field: 'estimatedCredits', type: 'integer' },
    { field: 'reservedCredits', type: 'integer' },
    { field: 'actualCredits', type: 'integer' },
    { field: 'billingStatus', type: 'string' },
    { field: 'summary', type: 'object', sample: { totalPages: 1, same: 1, changed: 0, new: 0, removed: 0, error: 0 } },
    { field: 'summary.totalPages', type: 'integer' },
    { field: 'summary.same', type: 'integer' },
    { field: 'summary.changed', type: 'integer' },
    { field: 'summary.new', type: 'integer' },
    { field: 'summary.removed', type: 'integer' },
    { field: 'summary.error', type: 'integer' },
    { field: 'targetResults', type: 'array' },
    { field: 'notificationStatus', type: 'object' },
    { field: 'error', type: 'string' },
    { field: 'createdAt', ...timestamp },
    { field: 'updatedAt', ...timestamp },
  ]),
  fields('envelope of the run response', `${run} 200`, [
    { field: 'success', type: 'boolean' },
    { field: 'id', type: 'string', sample: '01a1fbcc-d285-7436-a619-3f6c38a59820' },
    { field: 'data', type: 'object', sample: { id: '01a1fbcc-d285-7436-a619-3f6c38a59820' } },
  ]),
  calls('starting a run', [{ call: run, body: 'none', answers: [200] }]),
  fields('its path', `${run} path`, [
    { field: 'monitorId', type: 'string', sample: '01a1fbcc-d25f-759a-821d-804ef50c14d4' },
  ]),
];
