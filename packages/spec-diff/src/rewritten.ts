import type { SpecDocument } from './document.js';
import { areSame, isObject, type Json, type JsonObject, type Path } from './json.js';
import { locationOf } from './location.js';
import { placeName } from './place.js';
import type { Change } from './report/report.js';
import { METHODS } from './shape.js';

/** How much of a path names an operation or a component. */
const NAMED = 3;

/** Where the contracts differ as they are written, and not in meaning: one line for the operations, one for each component. */
export function rewritten(inMeaning: readonly Change[], base: SpecDocument, head: SpecDocument): Change[] {
  const told = inMeaning.flatMap(({ places }) => [places.base ?? [], places.head ?? []]);
  const places = new Places(told.map((path) => path.slice(0, NAMED)));
  const found = new Map<string, Path>();
  for (const path of differing(base.root, head.root, [])) {
    const place = path.slice(0, NAMED);
    if (!places.touch(place)) found.set(place.join('\n'), place);
  }
  const changes = [...found.values()].map((path) => changeAt(path, head));
  const [first, ...others] = changes.filter(({ operations }) => operations.length > 0);
  const ofComponents = changes.filter(({ operations }) => operations.length === 0);
  if (!first) return ofComponents;
  return [{ ...first, operations: [first, ...others].flatMap(({ operations }) => operations) }, ...ofComponents];
}

/** The innermost places at which two values differ in more than in order, or in the names of what they refer to. */
function* differing(base: Json | undefined, head: Json | undefined, path: Path): Generator<Path> {
  const areObjects = isObject(base) && isObject(head);
  const areLists = Array.isArray(base) && Array.isArray(head) && base.length === head.length;
  if (!areObjects && !areLists) {
    const areNames = path.at(-1) === '$ref' && base !== undefined && head !== undefined;
    if (!areNames && !areSame(base, head)) yield path;
    return;
  }
  if (areLists && sorted(base) === sorted(head)) return;
  const [before, after] = [base as JsonObject, head as JsonObject];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* differing(before[key], after[key], [...path, key]);
  }
}

/** The text of a value that is the same in whatever order its lists stand. */
function sorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sorted).sort().join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${sorted(inner)}`);
  return `{${entries.sort().join()}}`;
}

/** Places of a contract, to be asked whether another one is a part of them or has them as a part. */
class Places {
  readonly #below = new Map<string, Places>();
  #isPlace = false;

  constructor(paths: readonly Path[]) {
    for (const path of paths) if (path.length > 0) this.#add(path);
  }

  touch([key, ...rest]: Path): boolean {
    if (this.#isPlace || key === undefined) return true;
    return this.#below.get(key)?.touch(rest) ?? false;
  }

  #add([key, ...rest]: Path): void {
    if (key === undefined) {
      this.#isPlace = true;
      return;
    }
    const below = this.#below.get(key) ?? new Places([]);
    this.#below.set(key, below);
    below.#add(rest);
  }
}

function changeAt(path: Path, head: SpecDocument): Change {
  const [room, name = '', method = ''] = path;
  const isOperation = room === 'paths' && (METHODS as readonly string[]).includes(method);
  const place = placeName({ written: [...path, ''], around: [] }, false) || (isOperation ? '' : `\`${name || room}\``);
  return {
    rule: 'rewritten',
    level: 'equivalent',
    operations: isOperation ? [`${method.toUpperCase()} ${name}`] : room === 'webhooks' ? [`webhook ${name}`] : [],
    message: `${place ? `${place}: ` : ''}It is only written in another way.`,
    ...{ before: null, after: null },
    location: locationOf('head', head, path),
    near: locationOf('head', head, path),
    places: { base: path, head: path },
  };
}
