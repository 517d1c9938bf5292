/** Which process may save to which profile of a browser. */
export const PROFILE_TURNS = `
  create table profile_turns (profile text primary key, id text not null, process text not null, used_by text not null);
`;
