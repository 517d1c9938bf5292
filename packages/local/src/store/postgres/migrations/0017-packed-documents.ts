/** Lets documents of jobs be stored compressed. Those of before stay as they are: they expire within days. */
export const PACKED_DOCUMENTS = `
  alter table page_job_documents add column packed bytea;
  alter table page_job_documents alter column packed set storage external;
`;
