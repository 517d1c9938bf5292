/** Finds expired idempotency keys without reading all of them. */
export const EXPIRED_KEYS = `
  create index page_job_keys_by_expiry on page_job_keys (expires_at);
`;
