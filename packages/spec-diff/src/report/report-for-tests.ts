import type { Change } from './report.js';

/** A change as a report shows it: by default one that breaks `POST /v2/search`. */
export function change(sketch: Partial<Change> = {}): Change {
  const location = { side: 'head', file: 'openapi/v2.yaml', line: 12 } as const;
  return {
    ...{ rule: 'default-changed', level: 'breaking', operations: ['POST /v2/search'] },
    ...{ message: '`SearchRequest.limit`: The default went from `5` to `10`.', before: 5, after: 10 },
    ...{ location, near: location, places: { base: undefined, head: undefined } },
    ...sketch,
  };
}
