/** How many nodes have ended while they had a task in hand. */
export const LOST_TASKS = `
  alter table job_tasks add column lost_nodes integer not null default 0;
  create index job_tasks_lost on job_tasks (job, position) where lost_nodes > 0 and state = 'waiting';
`;
