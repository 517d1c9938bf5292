/** Finds what is oldest without reading all rows. */
export const AGES = `
  create index tracked_pages_by_age on tracked_pages (seen);
  create index jobs_by_end on jobs (ended_at);
  create index finished_scrapes_by_age on finished_scrapes (at);
`;
