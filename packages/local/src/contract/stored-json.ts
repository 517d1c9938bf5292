import { CONTRACT, type Schema } from './contract.js';
import { fits } from './validation.js';

const named = (name: string): Schema => ({ $ref: `${CONTRACT}#/components/schemas/${name}` });

const text = { type: 'string' } as const;

/** What answers are made of, by table and column: it is what the contract says, and has what monitors run by. */
const KEPT: Readonly<Record<string, Schema>> = {
  'finished_scrapes.document': named('Document'),
  'page_job_documents.document': named('Document'),
  'page_job_errors.error': named('JobError'),
  'threat_policies.policy': named('ThreatProtectionPolicy'),
  'monitors.monitor': {
    allOf: [named('Monitor')],
    required: ['schedule', 'status', 'targets', 'retentionDays'],
    properties: { schedule: { required: ['cron', 'timezone'], properties: { cron: text, timezone: text } } },
  },
  'monitor_checks.record': { allOf: [named('MonitorRun')], required: ['id', 'status'] },
  'monitor_check_pages.page': named('MonitorCheckPage'),
};

/** Whether a JSON object that came from elsewhere can be read as those that this server keeps in the column. */
export function isReadable(table: string, column: string, value: unknown): boolean {
  const schema = KEPT[`${table}.${column}`];
  return schema === undefined || fits(schema, value);
}
