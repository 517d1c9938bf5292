import { areSame, type JsonObject, type Path } from '../json.js';
import type { Written } from './written.js';

/** A schema that was written once, and what that depended on. */
interface KnownSchema {
  path: Path;
  result: JsonObject;
  /** The references whose targets were written in their places. */
  inlined: ReadonlySet<string>;
}

/**
 * Which references are being replaced by their targets. Inside of a target, a reference to it has to stay one: it recurs.
 * A schema that is merged into many others is written once, unless it depends on what is being replaced around it.
 */
export class Inlining {
  readonly #open: string[] = [];
  readonly #known = new Map<JsonObject, KnownSchema>();
  #inlined = new Set<string>();
  /** The lowest position in `#open` of a reference that stayed one because its target is open there. */
  #lowestRecurring = Number.POSITIVE_INFINITY;

  isOpen(reference: string): boolean {
    const position = this.#open.indexOf(reference);
    if (position < 0) return false;
    this.#lowestRecurring = Math.min(this.#lowestRecurring, position);
    return true;
  }

  open(reference: string): void {
    this.#open.push(reference);
    this.#inlined.add(reference);
  }

  /** Lets `write` open references, and closes these again. */
  closeAfter<T>(write: () => T): T {
    const { length } = this.#open;
    const result = write();
    this.#open.length = length;
    return result;
  }

  /** What a schema was written as before; otherwise what `write` returns. */
  once({ schema, path }: Written, write: () => JsonObject): JsonObject {
    const known = this.#known.get(schema);
    const isUsable =
      known && areSame([...known.path], [...path]) && !this.#open.some((each) => known.inlined.has(each));
    if (isUsable) {
      this.#addInlined(known.inlined);
      return known.result;
    }
    const [inlinedAround, lowestAround] = [this.#inlined, this.#lowestRecurring];
    this.#inlined = new Set();
    this.#lowestRecurring = Number.POSITIVE_INFINITY;
    const result = write();
    if (this.#lowestRecurring >= this.#open.length) this.#known.set(schema, { path, result, inlined: this.#inlined });
    const inlined = this.#inlined;
    this.#inlined = inlinedAround;
    this.#addInlined(inlined);
    this.#lowestRecurring = Math.min(lowestAround, this.#lowestRecurring);
    return result;
  }

  #addInlined(references: ReadonlySet<string>): void {
    for (const reference of references) this.#inlined.add(reference);
  }
}
