/** Finds the oldest rows of a team with their sizes, so that much can be removed in small pieces. */
export const REMOVAL = `
  alter table jobs add column size bigint not null default 0;
  update jobs set size = octet_length(request) + coalesce(octet_length(result), 0) + coalesce(
    (select sum(bytes) from page_job_documents where job = number), 0);
  create index jobs_by_team on jobs (team, ended_at, size) where status <> 'running';
  drop index jobs_by_end;

  -- Pages of before count like an average one: to count them would write each of them anew.
  alter table search_pages add column size bigint not null default 2500;
  create index search_pages_by_size on search_pages (team, seen, size);
  drop index search_pages_by_team;

  create index cached_pages_by_team on cached_pages (team, fetched_at, octet_length(body));
  drop index cached_pages_by_age;
  create index tracked_pages_by_team on tracked_pages (team, seen, octet_length(version));
  drop index tracked_pages_by_age;
  create index model_answers_by_team on model_answers (team, at, octet_length(answer));
  drop index model_answers_by_age;
  create index finished_scrapes_by_team on finished_scrapes (team, at, seq, octet_length(document));
  drop index finished_scrapes_by_age;
  create index feedback_by_age on feedback (at);
`;
