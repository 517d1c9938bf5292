import type { Database } from '../database.js';
import { deleteMerge, WORD_INDEXES } from '../word-indexes.js';

/**
 * Lets much be removed without a stop: finds the oldest rows of a team with their sizes, and leaves what deleted words take to
 * `tidy`.
 */
export function prepareRemoval(database: Database): void {
  database.execute(`
    alter table jobs add column size integer not null default 0;
    update jobs set size = length(request) + coalesce(length(result), 0) + coalesce(
      (select sum(bytes) from page_job_documents where job = number), 0);
    create index jobs_by_team on jobs (team, ended_at, size) where status <> 'running';

    -- Pages of before count like an average one: to count them would read each of them.
    alter table search_pages add column size integer not null default 2500;
    drop index search_pages_by_team;
    create index search_pages_by_team on search_pages (team, seen, size);

    drop index cached_pages_by_age;
    create index cached_pages_by_team on cached_pages (team, fetched_at, octet_length(body));
    drop index tracked_pages_by_age;
    create index tracked_pages_by_team on tracked_pages (team, seen, octet_length(version));
    drop index model_answers_by_age;
    create index model_answers_by_team on model_answers (team, at, octet_length(answer));
    drop index finished_scrapes_by_size;
    create index finished_scrapes_by_team on finished_scrapes (team, at, seq, octet_length(document));
    create index feedback_by_age on feedback (at);
  `);
  for (const { name } of database.all<{ name: string }>(WORD_INDEXES)) database.execute(deleteMerge(name, 0));
}
