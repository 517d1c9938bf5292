/** Keeps the sign-ins of programs until somebody has decided about them. */
export const DEVICE_LOGINS = `
  create table device_logins (
    device_digest text primary key, user_code text not null unique, client text not null,
    created_at bigint not null, expires_at bigint not null, interval_ms bigint not null, next_poll_at bigint not null,
    state text not null, team text
  );
`;
