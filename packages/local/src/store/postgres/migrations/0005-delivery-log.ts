/** The last deliveries of webhooks, for the operator. A crash of the database forgets them. */
export const DELIVERY_LOG = `
  create unlogged table delivery_log (
    number bigint generated always as identity primary key, task bigint not null, team text not null, event text not null,
    about text not null, url text not null, headers text not null, body text, omitted text,
    attempts jsonb not null default '[]', next_at bigint, is_over boolean not null default false);
`;
