import type { Change, Report } from './report.js';

/** One object, for programs. */
export function json({ verdict, verdicts, changes }: Report): string {
  return JSON.stringify({ verdict, verdicts, changes: changes.map(plain) }, null, 2);
}

/** What programs were promised of a change. */
function plain(change: Change) {
  const { id, rule, level, impact, operations, compatibleFor, message, before, after, location } = change;
  const { types, excerpts, accepted } = change;
  return {
    id,
    rule,
    level,
    impact,
    operations,
    ...(compatibleFor && { compatibleFor }),
    message,
    before,
    after,
    location,
    ...(types !== undefined && { types }),
    ...(excerpts && { excerpts }),
    ...(accepted && { accepted }),
  };
}
