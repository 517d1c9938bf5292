import { expect, it } from 'vitest';
import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { compare } from '../src/compare.js';
import { parseSpec } from '../src/document.js';
import { type Path, pathOf } from '../src/json.js';
import { EXTENSIONS, readPairs } from './pairs.js';

/**
 * The lines of a place as a parser of YAML finds it, also behind a reference; of what is not there, that of what would hold
 * it.
 */
function linesIn(text: string, path: Path): number[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  let node: unknown = document.contents;
  let offset = 0;
  for (const [depth, key] of path.entries()) {
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      const reference = node.get('$ref');
      if (!pair && typeof reference === 'string') {
        const target = linesIn(text, [...pathOf(reference), ...path.slice(depth)]);
        return [counter.linePos(offset).line, ...target];
      }
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(key)];
      if (!item) break;
      offset = (item as Node).range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return [counter.linePos(offset).line];
}

it.each(readPairs())('of $subject, $name: each change stands at its line', ({ before, after }) => {
  const changes = compare(parseSpec(before, 'before.yaml'), parseSpec(after, 'after.yaml'), { extensions: EXTENSIONS });
  for (const { location, places, message } of changes.changes) {
    const [text, path] = location.side === 'after' ? [after, places.after] : [before, places.before];
    if (path) expect(linesIn(text, path), message).toContain(location.line);
  }
});
