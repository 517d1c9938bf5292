import { isObject, type JsonObject, objectOf } from '../json.js';
import { eachReference, type Place, type Roots, resolved, targetOf } from '../references.js';
import { sameMeaning } from '../same-meaning.js';
import { operationsOf } from '../shape.js';
import type { Direction } from '../uses.js';
import { type Comparison, type LocalDifference, passDown } from './comparison.js';
import { at } from './places.js';
import type { SchemaComparison } from './schemas.js';

/** A component that both contracts have. */
interface ComponentComparison {
  name: string;
  comparison: Comparison;
}

/** The components that programs import by their names: those that both contracts have, and those that one has. */
export function compareComponents(roots: Roots, schemas: SchemaComparison) {
  const [before, after] = [schemasOf(roots.before), schemasOf(roots.after)];
  const [own, others] = [objectOf(before.value), objectOf(after.value)];
  const removed = Object.keys(own).filter((name) => !(name in others));
  const added = new Set(Object.keys(others).filter((name) => !(name in own)));
  const differences: LocalDifference[] = [];
  for (const name of removed) {
    const part = { part: 'ComponentType', before: at(before, name) } as const;
    const now = [...added].find((other) =>
      sameMeaning(
        { root: roots.before, value: own[name] ?? true },
        { root: roots.after, value: others[other] ?? true },
        { annotations: false },
      ),
    );
    if (now === undefined) differences.push({ kind: 'removed', ...part });
    else {
      added.delete(now);
      differences.push({ kind: 'modified', keyword: 'key', ...part, after: at(after, now) });
    }
  }
  for (const name of added) differences.push({ kind: 'added', part: 'ComponentType', after: at(after, name) });
  const kept = Object.keys(own).filter((name) => name in others);
  const comparisons = kept.map(
    (name): ComponentComparison => ({ name, comparison: schemas.compare(at(before, name), at(after, name)) }),
  );
  return { differences, comparisons };
}

/** Tells the components that no operation compares, and what is below them, that they are types. */
export function passDownToTypes(components: readonly ComponentComparison[], written: Roots): void {
  const reached = { before: componentsReached(written.before), after: componentsReached(written.after) };
  const isCompared = ({ ways }: Comparison) => ways.some(({ use }) => use.operations.length > 0 && !use.isCovered);
  for (const { name, comparison } of components) {
    const [had, has] = [[...(reached.before.get(name) ?? [])], [...(reached.after.get(name) ?? [])]];
    // A request that has had no such type so far breaks nobody.
    const shared = had.filter((direction) => has.includes(direction));
    const reachedIn = [...new Set(shared.length > 0 ? shared : [...had, ...has])].sort();
    passDown([{ comparison, use: { operations: [], direction: 'type', polarity: 1, reachedIn } }], isCompared);
  }
}

/**
 * The directions in which operations reach each component of a contract as it is written. In the canonical form, what is
 * written beside a reference has been merged with the component, so that the component itself is reached no longer.
 */
function componentsReached(root: JsonObject): Map<string, Set<Direction>> {
  const reached = new Map<string, Set<Direction>>();
  for (const { direction, value } of partsOfOperations(root)) follow(root, value, direction, reached);
  return reached;
}

function follow(root: JsonObject, value: unknown, direction: Direction, reached: Map<string, Set<Direction>>): void {
  const seen = new Set<string>();
  const open = [value];
  for (const next of open) {
    eachReference(next, (reference) => {
      if (seen.has(reference)) return;
      seen.add(reference);
      const { path, value: target } = targetOf(root, reference);
      const [section, kind, name = ''] = path;
      if (section === 'components' && kind === 'schemas') {
        const directions = reached.get(name) ?? new Set<Direction>();
        if (path.length === 3 && directions.has(direction)) return;
        reached.set(name, directions.add(direction));
      }
      open.push(target);
    });
  }
}

interface OperationPart {
  direction: Direction;
  value: unknown;
}

/** What operations send and receive; what a callback or a webhook brings is sent by the server. */
function partsOfOperations(root: JsonObject): OperationPart[] {
  const items = (key: string) => Object.values(objectOf(root[key])).filter(isObject);
  const open = [
    ...items('paths').map((item): UsedItem => ({ item, sent: 'request', received: 'response' })),
    ...items('webhooks').map((item): UsedItem => ({ item, sent: 'response', received: 'request' })),
  ];
  const seen = { request: new Set<JsonObject>(), response: new Set<JsonObject>() };
  const parts: OperationPart[] = [];
  // The list grows by the callbacks, which may lead back to where they stand.
  for (const used of open) {
    const item = itemOf(root, used.item);
    if (seen[used.sent].has(item)) continue;
    seen[used.sent].add(item);
    const { own, callbacks } = partsOfItem(root, { ...used, item });
    parts.push(...own);
    open.push(...callbacks);
  }
  return parts;
}

/** A path item, and which way its requests and their answers travel. */
interface UsedItem {
  item: JsonObject;
  sent: 'request' | 'response';
  received: 'request' | 'response';
}

function itemOf(root: JsonObject, written: JsonObject): JsonObject {
  return objectOf(resolved(root, { value: written, path: [] })?.value);
}

function partsOfItem(root: JsonObject, { item, sent, received }: UsedItem) {
  const operations = [...operationsOf(item).values()]
    .map((path) => path.reduce(at, { value: item, path: [] }).value)
    .filter(isObject);
  const own: OperationPart[] = [
    { direction: sent, value: item.parameters },
    ...operations.flatMap(({ parameters, requestBody, responses }): OperationPart[] => [
      { direction: sent, value: [parameters ?? null, requestBody ?? null] },
      { direction: received, value: responses },
    ]),
  ];
  const callbacks = operations
    .flatMap((operation) => Object.values(objectOf(operation.callbacks)))
    .flatMap((callback) => Object.values(itemOf(root, objectOf(callback))))
    .filter(isObject)
    .map((inner): UsedItem => ({ item: inner, sent: received, received: sent }));
  return { own, callbacks };
}

function schemasOf(root: JsonObject): Place {
  return at(at({ value: root, path: [] }, 'components'), 'schemas');
}
