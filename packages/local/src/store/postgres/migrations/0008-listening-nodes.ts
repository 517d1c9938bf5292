/** Where each process listens, as JSON: no node connects there for a caller. A process listens before it is a node. */
export const LISTENING_NODES = `
  create table listening_processes (
    process text primary key, addresses text not null, noted_at timestamptz not null default now());
`;
