import { literalText, plainText } from '../text.js';
import type { Change } from './report.js';

/** A change as a report shows it: by default one that breaks `POST /v2/search`. */
export function change(sketch: Partial<Change> = {}): Change {
  const text =
    sketch.text ?? literalText(sketch.message ?? '`SearchRequest.limit`: The default went from `5` to `10`.');
  const location = { side: 'after', file: 'openapi/v2.yaml', line: 12 } as const;
  const level = sketch.level ?? 'breaking';
  return {
    id: 'request-property-default-changed',
    rule: 'default-changed',
    level,
    impact: { wire: level, types: level },
    operations: ['POST /v2/search'],
    text,
    message: plainText(text),
    before: 5,
    after: 10,
    location,
    near: location,
    places: { before: undefined, after: undefined },
    ...sketch,
  };
}
