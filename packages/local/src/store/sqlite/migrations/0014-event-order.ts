import type { Database } from '../database.js';

/** Lets tasks wait for the first attempts of others, and counts the events of a job. Events of before stay in their order. */
export function addEventOrder(database: Database): void {
  database.execute(`
    alter table job_tasks add column sequence text;
    alter table job_tasks add column is_alone integer not null default 0;
    alter table jobs add column events integer not null default 0;
    update job_tasks set sequence = 'events', is_alone = 1
    where job in (select number from jobs where kind = 'webhook');
  `);
}
