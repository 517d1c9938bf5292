import type { Jobs } from '../crawl/jobs.js';

/** The `warning` of the response about options of a job that this server does not apply as requested, and what else there is to tell. */
export function jobWarnings(
  jobs: Jobs,
  team: string,
  { maxConcurrency = 1 }: { readonly maxConcurrency?: number | undefined },
  others: readonly string[] = [],
): { warning?: string } {
  const { maxActive } = jobs.queue.state(team);
  const warnings = [
    ...others,
    ...(maxConcurrency <= maxActive
      ? []
      : [`At most ${maxActive} pages are read at once: \`maxConcurrency\` counts as ${maxActive}.`]),
  ];
  return warnings.length > 0 ? { warning: warnings.join(' ') } : {};
}
