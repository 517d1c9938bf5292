import type { Jobs } from '../crawl/jobs.js';

interface JobRequestOptions {
  readonly maxConcurrency?: number | undefined;
  readonly prompt?: string | undefined;
}

export const NO_MODEL =
  'This server uses no language model for crawls, so the prompt was not used. Give the crawl options themselves.';

/** The `warning` of the response about options of a job that this server does not apply as requested. */
export function jobWarnings(
  jobs: Jobs,
  team: string,
  { maxConcurrency = 1, prompt }: JobRequestOptions,
): { warning?: string } {
  const { maxActive } = jobs.queue.state(team);
  const warnings = [
    ...(prompt === undefined ? [] : [NO_MODEL]),
    ...(maxConcurrency <= maxActive
      ? []
      : [`At most ${maxActive} pages are read at once: \`maxConcurrency\` counts as ${maxActive}.`]),
  ];
  return warnings.length > 0 ? { warning: warnings.join(' ') } : {};
}
