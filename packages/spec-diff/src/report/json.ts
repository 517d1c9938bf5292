import type { Report } from './report.js';

/** One object, for programs. */
export function json({ verdict, changes }: Report): string {
  const plain = changes.map(
    ({ rule, level, operations, message, before, after, location, types, excerpts, accepted }) => ({
      ...{ rule, level, operations, message, before, after, location },
      ...(types !== undefined && { types }),
      ...(excerpts && { excerpts }),
      ...(accepted && { accepted }),
    }),
  );
  return JSON.stringify({ verdict, changes: plain }, null, 2);
}
