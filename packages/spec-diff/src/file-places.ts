import { type FilePlace, placeOfReference } from './file-reference.js';
import { isObject, type Json, type Path, pathOf, valueAt } from './json.js';
import { referenceIn } from './references.js';

/** Finds where the parts of a bundle are written, by following the references of its files as the bundler did. */
export class FilePlaces {
  readonly #entry: string;
  readonly #bundle: Json;
  readonly #contents: ReadonlyMap<string, Json>;
  /** Where the components are written that the bundler made: by `section/name`. */
  #components: Map<string, FilePlace> | undefined;

  /** @param contents - The parsed content of each YAML or JSON file. */
  constructor(entry: string, bundle: Json, contents: ReadonlyMap<string, Json>) {
    this.#entry = entry;
    this.#bundle = bundle;
    this.#contents = contents;
  }

  of(path: Path): FilePlace {
    // Of one file, there is nothing that a bundler made.
    this.#components ??= this.#contents.size > 1 ? this.#findComponents() : new Map<string, FilePlace>();
    const made = path[0] === 'components' ? this.#components.get(path.slice(1, 3).join('/')) : undefined;
    let { file, path: start }: FilePlace = made ?? { file: this.#entry, path: [] };
    let here = [...start];
    let value = this.#valueAt({ file, path: here });
    for (const key of path.slice(made ? 3 : 0)) {
      if (referenceIn(value) !== undefined) {
        ({ file, path: start } = this.#behind(
          { file, path: here },
          (each) => !isObject(each) || !Object.hasOwn(each, key),
        ));
        here = [...start];
        value = this.#valueAt({ file, path: here });
      }
      here.push(key);
      value = valueAt(value, [key]);
    }
    return { file, path: here };
  }

  #findComponents(): Map<string, FilePlace> {
    const found = new Map<string, FilePlace>();
    const seen = new Set<Json>();
    const open: [Json | undefined, FilePlace][] = [[this.#bundle, { file: this.#entry, path: [] }]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [value, at] = next;
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      const reference = referenceIn(value);
      if (reference === undefined) {
        const place = this.#behind(at, () => true);
        // The bundler put it there, and the reference to it is visited as well.
        if (this.#valueAt(place) === undefined) continue;
        seen.add(value);
        for (const [key, inner] of Object.entries(value)) open.push([inner, below(place, key)]);
        continue;
      }
      const target = pathOf(reference);
      const name = target.slice(1).join('/');
      const source = this.#targetOf(at);
      const isMade = target[0] === 'components' && target.length === 3 && !found.has(name);
      if (!source || !isMade || (source.file === this.#entry && source.path.join('/') === target.join('/'))) continue;
      found.set(name, source);
      open.push([valueAt(this.#bundle, target), source]);
    }
    return found;
  }

  /** What a chain of references leads to, as long as `isPassed` says so of what stands there. */
  #behind(from: FilePlace, isPassed: (value: Json | undefined) => boolean): FilePlace {
    const seen = new Set<string>();
    let place = from;
    for (let target = this.#targetOf(place); target && isPassed(this.#valueAt(place)); target = this.#targetOf(place)) {
      const id = `${target.file}#${target.path.join('/')}`;
      if (seen.has(id)) break;
      seen.add(id);
      place = target;
    }
    return place;
  }

  #targetOf(place: FilePlace): FilePlace | undefined {
    const reference = referenceIn(this.#valueAt(place));
    return reference === undefined ? undefined : placeOfReference(reference, place.file);
  }

  #valueAt({ file, path }: FilePlace): Json | undefined {
    return valueAt(this.#contents.get(file), path);
  }
}

function below({ file, path }: FilePlace, key: string): FilePlace {
  return { file, path: [...path, key] };
}
