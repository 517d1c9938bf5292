import type { SpecDocument } from './document.js';
import type { Path } from './json.js';
import type { Change } from './report/report.js';

/** The file and line of a place in one of the two contracts. */
export function locationOf(side: 'before' | 'after', document: SpecDocument, path: Path): Change['location'] {
  const { file, line } = document.locate(path);
  return { side, file, line };
}
