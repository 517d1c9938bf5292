import { isObject, type Json, type JsonObject, mapped, mappedList, type Path, pathOf, pointerOf } from './json.js';
import { SpecProblem } from './problem.js';
import { eachReference, referenceIn, targetOf } from './references.js';
import { type Kind, placeOf } from './shape.js';

/**
 * The same contract in which no reference stands for all entries of a map or a list, such as all `properties` of a schema
 * or all `responses` of an operation. OpenAPI knows references to single parts only, but bundlers take these as well.
 */
export function withOpenedMaps(root: JsonObject): JsonObject {
  const opener = new MapOpener(root);
  return opener.withoutNeedlessComponents(opener.part('root', root, [], []) as JsonObject);
}

/** What stands below these keys is compared as plain values, in which references have no meaning of their own. */
const PLAIN: Partial<Record<Kind, readonly string[]>> = {
  root: ['info', 'servers', 'security', 'tags', 'externalDocs'],
  components: ['securitySchemes', 'links'],
  pathItem: ['servers'],
  operation: ['servers', 'security', 'tags', 'externalDocs'],
  response: ['links'],
};

class MapOpener {
  readonly #root: JsonObject;
  /** The references that were opened. A bundler makes components of maps, which nobody else refers to. */
  readonly #opened = new Set<string>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** @param inside - The references in whose targets the part stands. */
  part(kind: Kind, value: Json, path: Path, inside: readonly string[]): Json {
    if (!isObject(value)) return value;
    return mapped(value, (key, written) => {
      const place = placeOf(kind, key);
      const here = [...path, key];
      if (!place) return PLAIN[kind]?.includes(key) ? this.#plain(written, here, inside) : written;
      if ('one' in place && place.one !== 'components') return this.part(place.one, written, here, inside);
      const { value: inner, inside: references } = this.#behind(written, here, inside);
      if ('one' in place) return this.part(place.one, inner, here, references);
      const held = 'map' in place ? place.map : place.list;
      const entry = (name: string, item: Json) => this.part(held, item, [...here, name], references);
      if (Array.isArray(inner)) return mappedList(inner, (item, index) => entry(`${index}`, item));
      return isObject(inner) ? mapped(inner, entry) : inner;
    });
  }

  withoutNeedlessComponents(root: JsonObject): JsonObject {
    if (this.#opened.size === 0 || !isObject(root.components)) return root;
    const used = new Set<string>();
    eachReference(root, (reference) => used.add(pointerOf(pathOf(reference))));
    const isNeeded = (pointer: string) => used.has(pointer) || !this.#opened.has(pointer);
    const sections = Object.entries(root.components).map(([section, held]): [string, Json] => {
      const entries = Object.entries(held ?? {}).filter(([name]) => isNeeded(pointerOf(['components', section, name])));
      return [section, isObject(held) ? Object.fromEntries(entries) : held];
    });
    return { ...root, components: Object.fromEntries(sections.filter(([, held]) => !isEmpty(held))) };
  }

  #plain(written: Json, path: Path, inside: readonly string[]): Json {
    const { value, inside: references } = this.#behind(written, path, inside);
    const entry = (name: string, item: Json) => this.#plain(item, [...path, name], references);
    if (Array.isArray(value)) return mappedList(value, (item, index) => entry(`${index}`, item));
    return isObject(value) ? mapped(value, entry) : value;
  }

  /** What a chain of references leads to, and the references that it consists of. */
  #behind(written: Json, path: Path, inside: readonly string[]): { value: Json; inside: readonly string[] } {
    let value = written;
    let references = inside;
    for (let reference = referenceIn(value); reference !== undefined; reference = referenceIn(value)) {
      const target = targetOf(this.#root, reference);
      if (target.value === undefined) break;
      const pointer = pointerOf(target.path);
      if (references.includes(pointer)) {
        throw new SpecProblem(`${pointerOf(path)}: the reference ${reference} leads back to where it stands.`);
      }
      references = [...references, pointer];
      this.#opened.add(pointer);
      const { $ref, ...beside } = value as JsonObject;
      value = isObject(target.value) && !isEmpty(beside) ? { ...target.value, ...beside } : target.value;
    }
    return { value, inside: references };
  }
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
