import type { Jobs } from '../crawl/jobs.js';

/** Joins the warnings about a job into one: options that this server does not apply as requested, and any others. */
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
