import type { Generated } from 'kysely';

/**
 * The tables of the database, as statements see them. The migrations create them, and their declared types say what an
 * import accepts.
 */
export interface Tables {
  api_keys: ApiKeyTable;
  jobs: JobTable;
  job_tasks: JobTaskTable;
  page_job_keys: PageJobKeyTable;
  page_job_documents: PageJobDocumentTable;
  page_job_scrapes: PageJobScrapeTable;
  page_job_errors: PageJobErrorTable;
  page_job_blocked: PageJobBlockedTable;
  ledger: LedgerTable;
  credit_use: { payer: string; month_start: number; month_end: number; used: number; reserved: number };
  credit_reservations: { id: string; payer: string; month_start: number; process: string; credits: number };
  device_logins: DeviceLoginTable;
  threat_policies: { team: string; policy: string };
  feedback: { id: string; team: string; job_id: string; body: string; at: number };
  model_answers: { team: string; key: string; answer: string; at: number };
  model_tokens: { team: string; period: number; tokens: number };
  recordings: { key: string; about: string; body: Uint8Array };
  cached_pages: {
    team: string;
    key: string;
    url: string;
    status: number;
    content_type: string | null;
    body: Uint8Array;
    fetched_at: number;
  };
  finished_scrapes: {
    seq: Generated<number>;
    id: string;
    team: string;
    document: Uint8Array;
    at: number;
    /** The process that made it, in a service of several; null otherwise. */
    process: string | null;
  };
  rendered_files: {
    number: Generated<number>;
    id: string;
    type: string;
    body: Uint8Array;
    expires_at: number;
    page: string | null;
  };
  uploads: {
    number: Generated<number>;
    id: string;
    ref_digest: Uint8Array;
    team: string;
    filename: string;
    content_type: string | null;
    expires_at: number;
    size: number | null;
    is_parsed: Generated<number>;
  };
  upload_parts: { upload: number; position: number; bytes: Uint8Array };
  search_pages: {
    id: Generated<number>;
    team: string;
    key: string;
    url: string;
    host: string;
    port: string;
    path: string;
    extension: string;
    filetype: string;
    title: string;
    description: string;
    digest: string;
    published: number | null;
    is_article: number;
    image_url: string | null;
    seen: number;
    /** The bytes of its text as it is stored. */
    size: Generated<number>;
  };
  search_texts: { id: number; text: Uint8Array };
  search_images: {
    id: Generated<number>;
    team: string;
    page: number;
    url: string;
    alt: string;
    width: number | null;
    height: number | null;
  };
  tracked_pages: { team: string; tag: string; url: string; seen: number; version: string };
  profiles: { team: string; name: string; state: string; used_at: number };
  monitors: { id: string; team: string; next_run: number | null; monitor: string };
  monitor_checks: { id: string; monitor: string; status: string; created: number; record: string };
  monitor_check_pages: { position: Generated<number>; check_id: string; status: string; page: string };
  monitor_snapshots: { monitor: string; target: string; url: string; content: string };
}

export interface JobTable {
  number: Generated<number>;
  id: string;
  kind: string;
  team: string;
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  request: string;
  progress: string | null;
  result: string | null;
  completed: Generated<number>;
  credits: Generated<number>;
  tokens: Generated<number>;
  /** The bytes of what the job has stored. */
  size: Generated<number>;
  created_at: number;
  ended_at: number | null;
  expires_at: number;
  error: string | null;
  /** The number of events that were sent of it. */
  events: Generated<number>;
}

export interface JobTaskTable {
  position: Generated<number>;
  job: number;
  key: string;
  task: string;
  state: 'waiting' | 'done';
  attempts: Generated<number>;
  due_at: number | null;
  /** When it was added; null for tasks of earlier versions. */
  added_at: Generated<number | null>;
  /** Tasks of one sequence may wait for each other; null for those that wait for none. */
  sequence: Generated<string | null>;
  is_alone: Generated<number>;
}

export interface PageJobKeyTable {
  team: string;
  key: string;
  expires_at: number;
}

export interface PageJobDocumentTable {
  job: number;
  position: number;
  /** The bytes of the document as JSON. */
  bytes: number;
  /** The document as JSON where an earlier version has stored it; otherwise an empty object. */
  document: string;
  /** The document as compressed JSON. */
  packed: Uint8Array | null;
}

export interface PageJobScrapeTable {
  id: string;
  job: number;
  position: number;
}

export interface PageJobErrorTable {
  job: number;
  error: string;
}

export interface PageJobBlockedTable {
  job: number;
  url: string;
}

export interface LedgerTable {
  seq: Generated<number>;
  team: string;
  endpoint: string;
  credits: number;
  job_id: string;
  target: string | null;
  at: number;
  position: number;
  /** The id of the key that pays; null for a team without one. */
  api_key: string | null;
}

export interface DeviceLoginTable {
  device_digest: string;
  user_code: string;
  client: string;
  created_at: number;
  expires_at: number;
  interval_ms: number;
  next_poll_at: number;
  state: 'pending' | 'confirmed' | 'denied';
  team: string | null;
}

export interface ApiKeyTable {
  id: string;
  name: string;
  team: string;
  digest: string;
  scopes: string | null;
  rate: number | null;
  concurrency: number | null;
  credits: number | null;
  created_at: number;
  revoked_at: number | null;
}
