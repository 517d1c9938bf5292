import { visibleJson } from '../output/visible.js';
import { plainText } from '../text.js';
import type { Change, Report } from './report.js';

/** One object, for programs. */
export function json({ verdict, verdicts, changes, remarks = [] }: Report): string {
  const said = remarks.length > 0 && { remarks: remarks.map(plainText) };
  return visibleJson({ verdict, verdicts, changes: changes.map(plain), ...said });
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
