import { CONTRACT, type Schema } from './contract.js';
import { isValid } from './validation.js';

const schemaRef = (name: string): Schema => ({ $ref: `${CONTRACT}#/components/schemas/${name}` });

const text = { type: 'string' } as const;

/** Schemas of stored JSON by table and column. Responses are built from it, and monitors run by it. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  'finished_scrapes.document': schemaRef('Document'),
  'page_job_documents.document': schemaRef('Document'),
  'page_job_documents.packed': schemaRef('Document'),
  'page_job_errors.error': schemaRef('JobError'),
  'threat_policies.policy': schemaRef('ThreatProtectionPolicy'),
  'monitors.monitor': {
    allOf: [schemaRef('Monitor')],
    required: ['schedule', 'status', 'targets', 'retentionDays'],
    properties: { schedule: { required: ['cron', 'timezone'], properties: { cron: text, timezone: text } } },
  },
  'monitor_checks.record': { allOf: [schemaRef('MonitorRun')], required: ['id', 'status'] },
  'profiles.state': {
    required: ['cookies', 'origins'],
    properties: {
      cookies: { type: 'array', items: { type: 'object' } },
      origins: { type: 'array', items: { type: 'object', required: ['origin'], properties: { origin: text } } },
    },
  },
  'monitor_check_pages.page': schemaRef('MonitorCheckPage'),
};

/** Whether an imported JSON object is valid in the column. */
export function isReadable(table: string, column: string, value: unknown): boolean {
  const schema = SCHEMAS[`${table}.${column}`];
  return schema === undefined || isValid(schema, value);
}
