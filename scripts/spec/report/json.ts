import type { Report } from './report.js';

/** One object, for programs. */
export function json({ verdict, changes }: Report): string {
  const plain = changes.map(({ rule, level, operations, message, before, after, location, code }) => ({
    ...{ rule, level, operations, message, before, after, location },
    ...(code && { code }),
  }));
  return JSON.stringify({ verdict, changes: plain }, null, 2);
}
