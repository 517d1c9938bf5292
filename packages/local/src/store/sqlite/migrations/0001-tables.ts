import { lacksColumn } from '../columns.js';
import type { Database } from '../database.js';

/** The team of a server without keys. */
const OPEN_TEAM = 'local';

/** The tables of files that were written before migrations had names. */
const TABLES = `
  create table if not exists ledger (
    seq integer primary key, team text not null, endpoint text not null, credits real not null,
    job_id text not null, target text, at integer not null, position integer not null default 0);
  create index if not exists ledger_by_team on ledger (team, at);
  create index if not exists ledger_by_position on ledger (team, position);
  create index if not exists ledger_by_job on ledger (job_id);
  create table if not exists threat_policies (team text primary key, policy json text not null);
  create table if not exists recordings (key text primary key, about json text not null, body blob not null);
  create table if not exists model_tokens (
    team text not null, period integer not null, tokens integer not null, primary key (team, period)
  ) without rowid;
  create table if not exists model_answers (
    team text not null, key text not null, answer json text not null, at integer not null, primary key (team, key)
  );
  create index if not exists model_answers_by_age on model_answers (at);
  create table if not exists search_pages (
    id integer primary key, team text not null, key text not null, url url text not null, host text not null, port text not null,
    path text not null, extension text not null, filetype text not null, title text not null,
    description text not null, digest text not null, published integer, is_article integer not null, image_url text,
    seen integer not null, unique (team, key));
  create index if not exists search_pages_by_team on search_pages (team, seen);
  create table if not exists search_texts (id integer primary key, text packed blob not null);
  create table if not exists search_images (
    id integer primary key, team text not null, page integer not null, url url text not null, alt text not null,
    width integer, height integer, unique (team, url));
  create index if not exists search_images_by_page on search_images (page);
  create table if not exists rendered_files (
    number integer primary key,
    id text not null unique,
    type text not null,
    body blob not null,
    expires_at integer not null,
    page text
  );
  create table if not exists profiles (
    team text not null,
    name text not null,
    state json text not null,
    used_at integer not null,
    primary key (team, name)
  );
  create table if not exists cached_pages (
    team text not null,
    key text not null,
    url text not null,
    status integer not null,
    content_type text,
    body packed blob not null,
    fetched_at integer not null,
    primary key (team, key)
  );
  create index if not exists cached_pages_by_age on cached_pages (fetched_at);
  create table if not exists tracked_pages (
    team text not null,
    tag text not null,
    url text not null,
    seen integer not null,
    version json text not null,
    primary key (team, tag, url)
  ) without rowid;
  create table if not exists finished_scrapes (
    seq integer primary key,
    id text not null unique,
    team text not null,
    document json blob not null,
    at integer not null
  );
  create table if not exists webhook_outbox (
    position integer primary key autoincrement,
    queue text not null,
    url text not null,
    headers json text not null,
    body json text not null
  );
  create index if not exists webhook_outbox_by_queue on webhook_outbox (queue, position);
  create table if not exists page_jobs (
    number integer primary key,
    id text not null unique,
    kind text not null,
    team text not null,
    status text not null,
    request json text not null,
    progress json text not null default '{}',
    created_at integer not null,
    ended_at integer,
    expires_at integer not null,
    completed integer not null default 0,
    credits real not null default 0,
    error text
  );
  create index if not exists page_jobs_by_expiry on page_jobs (expires_at);
  create table if not exists page_job_documents (
    job integer not null references page_jobs on delete cascade,
    position integer not null,
    bytes integer not null,
    document json text not null,
    unique (job, position)
  );
  create table if not exists page_job_scrapes (
    id text primary key,
    job integer not null references page_jobs on delete cascade,
    position integer not null
  ) without rowid;
  create index if not exists page_job_scrapes_by_job on page_job_scrapes (job);
  create table if not exists page_job_errors (
    job integer not null references page_jobs on delete cascade,
    error json text not null
  );
  create index if not exists page_job_errors_by_job on page_job_errors (job);
  create table if not exists page_job_blocked (
    job integer not null references page_jobs on delete cascade,
    url text not null
  );
  create index if not exists page_job_blocked_by_job on page_job_blocked (job);
  create table if not exists page_job_keys (
    team text not null,
    key text not null,
    expires_at integer not null,
    primary key (team, key)
  );
  create table if not exists page_job_frontier (
    position integer primary key,
    job integer not null,
    key text not null,
    url text not null,
    depth integer not null,
    state text not null,
    unique (job, key)
  );
  create index if not exists page_job_frontier_waiting on page_job_frontier (job, position) where state = 'waiting';
  create table if not exists monitors (
    id text primary key,
    team text not null,
    next_run integer,
    monitor json text not null
  );
  create index if not exists monitors_by_team on monitors (team);
  create index if not exists monitors_by_next_run on monitors (next_run);
  create table if not exists monitor_checks (
    id text primary key,
    monitor text not null,
    status text not null,
    created integer not null,
    record json text not null
  );
  create index if not exists monitor_checks_by_monitor on monitor_checks (monitor, created);
  create table if not exists monitor_check_pages (
    position integer primary key,
    check_id text not null,
    status text not null,
    page json text not null
  );
  create index if not exists monitor_check_pages_by_check on monitor_check_pages (check_id, position);
  create table if not exists monitor_snapshots (
    monitor text not null,
    target text not null,
    url text not null,
    content json text not null,
    primary key (monitor, target, url)
  ) without rowid;
  create table if not exists model_jobs (
    number integer primary key,
    id text not null unique,
    kind text not null,
    team text not null,
    status text not null,
    request json text not null,
    progress json text,
    steps integer not null default 0,
    result json text,
    credits real not null default 0,
    tokens integer not null default 0,
    created_at integer not null,
    ended_at integer,
    expires_at integer not null,
    error text
  );
  create index if not exists model_jobs_by_expiry on model_jobs (expires_at);
  create table if not exists uploads (
    number integer primary key,
    id text not null unique,
    ref_digest blob not null unique,
    team text not null,
    filename text not null,
    content_type text,
    expires_at integer not null,
    size integer,
    is_parsed integer not null default 0
  );
  create table if not exists upload_parts (
    upload integer not null references uploads on delete cascade,
    position integer not null,
    bytes blob not null,
    primary key (upload, position)
  );
  create table if not exists feedback (
    id text primary key, team text not null, job_id text not null, body json text not null, at integer not null,
    unique (team, job_id));
`;

/**
 * Older files stored pages for all teams together, and did not store which team fetched them. So no team with a key gets
 * these pages.
 */
const RENAME_SHARED_CACHE = `
  drop index cached_pages_by_age;
  alter table cached_pages rename to shared_cached_pages;
`;
const MOVE_SHARED_CACHE = `
  insert into cached_pages select '${OPEN_TEAM}', * from shared_cached_pages;
  drop table shared_cached_pages;
`;

/** Older files had one search index for all teams. */
const RENAME_SHARED_INDEX = `
  drop index search_images_by_page;
  alter table search_pages rename to shared_search_pages;
  alter table search_images rename to shared_search_images;
  alter table search_words rename to search_words_${OPEN_TEAM};
  alter table search_image_words rename to search_image_words_${OPEN_TEAM};
`;
const MOVE_SHARED_INDEX = `
  insert into search_pages
    select id, '${OPEN_TEAM}', key, url, host, port, path, extension, filetype, title, description, digest, published,
      is_article, image_url, seen
    from shared_search_pages;
  insert into search_images select id, '${OPEN_TEAM}', page, url, alt, width, height from shared_search_images;
  drop table shared_search_pages;
  drop table shared_search_images;
`;

/** Older files counted the positions of charges for all teams together. */
const ADD_POSITIONS = `
  alter table ledger add column position integer not null default 0;
  update ledger set position = seq;
`;

/** Creates the tables of an empty file, and what a file of an earlier version lacks. */
export function addTables(database: Database): void {
  const hasSharedCache = lacksColumn(database, 'cached_pages', 'team');
  const hasSharedIndex = lacksColumn(database, 'search_pages', 'team');
  if (lacksColumn(database, 'ledger', 'position')) database.execute(ADD_POSITIONS);
  if (lacksColumn(database, 'rendered_files', 'page')) {
    database.execute('alter table rendered_files add column page text');
  }
  if (hasSharedCache) database.execute(RENAME_SHARED_CACHE);
  if (hasSharedIndex) database.execute(RENAME_SHARED_INDEX);
  database.execute(TABLES);
  if (hasSharedCache) database.execute(MOVE_SHARED_CACHE);
  if (hasSharedIndex) database.execute(MOVE_SHARED_INDEX);
  // Older files stored which pages were being visited.
  database.execute("update page_job_frontier set state = 'waiting' where state = 'running'");
}
