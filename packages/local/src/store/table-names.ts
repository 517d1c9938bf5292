import type { Tables } from './tables.js';

/** The tables that follow from others, or from what is in progress: no copy has their rows. */
export const DERIVED_TABLES = [
  'credit_use',
  'credit_reservations',
  'device_logins',
] as const satisfies readonly (keyof Tables)[];

type CopiedTable = Exclude<keyof Tables, (typeof DERIVED_TABLES)[number]>;

/** Every table once; the compiler names one that is missing. A table stands after those that it refers to. */
const NAMES: Readonly<Record<CopiedTable, true>> = {
  jobs: true,
  job_tasks: true,
  page_job_keys: true,
  page_job_documents: true,
  page_job_scrapes: true,
  page_job_errors: true,
  page_job_blocked: true,
  api_keys: true,
  ledger: true,
  threat_policies: true,
  feedback: true,
  model_answers: true,
  model_tokens: true,
  recordings: true,
  cached_pages: true,
  finished_scrapes: true,
  rendered_files: true,
  uploads: true,
  upload_parts: true,
  search_pages: true,
  search_texts: true,
  search_images: true,
  tracked_pages: true,
  profiles: true,
  monitors: true,
  monitor_checks: true,
  monitor_check_pages: true,
  monitor_snapshots: true,
};

export const TABLE_NAMES = Object.keys(NAMES) as readonly CopiedTable[];
