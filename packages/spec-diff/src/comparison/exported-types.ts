import { isObject, type Json, type JsonObject } from '../json.js';
import type { Place } from '../references.js';
import { sameMeaning } from '../same-meaning.js';
import type { Use } from '../uses.js';
import { type Difference, type Pair, spread } from './pair.js';
import type { SchemaComparison } from './schemas.js';

const USE: Use = { operation: '', direction: 'type', sense: 1 };

/** The components that programs import by their names: those that are on both sides, and those that are on one. */
export function exportedTypes(base: JsonObject, head: JsonObject, schemas: SchemaComparison) {
  const [before, after] = [schemasOf(base), schemasOf(head)];
  const gone = Object.keys(before).filter((name) => !(name in after));
  const came = new Set(Object.keys(after).filter((name) => !(name in before)));
  const differences: Difference[] = [];
  for (const name of gone) {
    const place = placeOf(name, before[name]);
    const now = [...came].find((other) =>
      sameMeaning(
        { root: base, value: before[name] ?? true },
        { root: head, value: after[other] ?? true },
        { words: false },
      ),
    );
    if (now !== undefined) came.delete(now);
    const node = { node: 'ExportedType', base: place };
    differences.push(
      now === undefined
        ? { kind: 'removed', ...node }
        : { kind: 'modified', keyword: 'key', ...node, head: placeOf(now, after[now]) },
    );
  }
  for (const name of came) differences.push({ kind: 'added', node: 'ExportedType', head: placeOf(name, after[name]) });
  const kept = Object.keys(before).filter((name) => name in after);
  const pairs = kept.map((name) => schemas.pair(placeOf(name, before[name]), placeOf(name, after[name])));
  return { differences, pairs };
}

/** Tells what no operation reaches that it is a type. */
export function spreadToTypes(pairs: readonly Pair[]): void {
  const isReached = ({ uses }: Pair) => uses.some(({ direction }) => direction !== 'type');
  for (const pair of pairs) spread(pair, USE, isReached);
}

function schemasOf({ components }: JsonObject): JsonObject {
  const schemas = isObject(components) ? components.schemas : undefined;
  return isObject(schemas) ? schemas : {};
}

function placeOf(name: string, value: Json | undefined): Place {
  return { value, path: ['components', 'schemas', name] };
}
