import { MAX_CONCURRENCY } from '../crawl/page-kinds.js';

/** Joins the warnings about a job into one: options that this server does not apply as requested, and any others. */
export function jobWarnings(
  { maxConcurrency = 1 }: { readonly maxConcurrency?: number | undefined },
  others: readonly string[] = [],
): { warning?: string } {
  const warnings = [
    ...others,
    ...(maxConcurrency <= MAX_CONCURRENCY
      ? []
      : [`At most ${MAX_CONCURRENCY} pages are read at once: \`maxConcurrency\` counts as ${MAX_CONCURRENCY}.`]),
  ];
  return warnings.length > 0 ? { warning: warnings.join(' ') } : {};
}
