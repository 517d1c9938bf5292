import type { Change } from '@trawl/spec-diff';

/** A change as a report shows it: by default one that breaks `POST /v2/search`. */
export function change(sketch: Partial<Change> = {}): Change {
  const location = { side: 'after', file: 'openapi/v2.yaml', line: 12 } as const;
  const level = sketch.level ?? 'breaking';
  const { message = '`SearchRequest.limit`: The default went from `5` to `10`.' } = sketch;
  return {
    id: 'request-property-default-changed',
    rule: 'default-changed',
    level,
    impact: { wire: level, types: level },
    operations: ['POST /v2/search'],
    text: [{ kind: 'words', text: message }],
    message,
    before: 5,
    after: 10,
    location,
    near: location,
    places: { before: undefined, after: undefined },
    ...sketch,
  };
}
