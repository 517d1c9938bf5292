import type { JobKind } from '../jobs/job-kind.js';

/** The name of what the slots of a kind and a team are limited by, over all nodes. */
export function poolOf({ slots }: Pick<JobKind, 'slots'>, team: string): string {
  return `${slots.name} ${team}`;
}
