import { isObject, type Json, type JsonObject, type Path } from '../json.js';

interface Origin {
  self: Path;
  /** Where single keys come from that do not stand in `self` under their names. */
  keys: Readonly<Record<string, Path>>;
}

/** Most objects are written as they are, so these share what says that no key stands elsewhere. */
const NO_KEYS: Origin['keys'] = {};

/** Remembers where in the written document each part of a canonical one comes from. */
export class Origins {
  // They live as long as the document. Every garbage collection would have to look through a WeakMap.
  readonly #origins = new Map<object, Origin>();

  set<T extends JsonObject>(value: T, self: Path, keys: Readonly<Record<string, Path>> = NO_KEYS): T {
    const elsewhere = Object.entries(keys).filter(([key, path]) => !isIn(self, key, path));
    this.#origins.set(value, { self, keys: elsewhere.length > 0 ? Object.fromEntries(elsewhere) : NO_KEYS });
    return value;
  }

  /** Lets a value come from where another one comes from. */
  copy(from: JsonObject, to: JsonObject): void {
    const origin = this.#origins.get(from);
    if (!origin) return;
    this.#origins.set(to, origin);
    this.#origins.delete(from);
  }

  /** Says of one key that it stands elsewhere. */
  place(value: JsonObject, key: string, path: Path): void {
    const origin = this.#origins.get(value);
    if (origin) this.#origins.set(value, { ...origin, keys: { ...origin.keys, [key]: path } });
  }

  /** Lets a value that was rewritten come from where it came from before, and from `self` now. */
  move<T extends JsonObject>(value: T, before: JsonObject, self: Path): T {
    const origin = this.#origins.get(before);
    const keys = Object.keys(before).map(
      (key) => [key, origin?.keys[key] ?? [...(origin?.self ?? self), key]] as const,
    );
    return this.set(value, self, Object.fromEntries(keys));
  }

  /** Where the place below `root` that these keys lead to was written. */
  of(root: JsonObject, path: Path): Path {
    let value: Json | undefined = root;
    let written = this.#origins.get(root)?.self ?? [];
    for (const key of path) {
      const origin: Origin | undefined = isObject(value) ? this.#origins.get(value) : undefined;
      written = origin?.keys[key] ?? [...written, key];
      value = isObject(value) || Array.isArray(value) ? (value as JsonObject)[key] : undefined;
      if (isObject(value)) written = this.#origins.get(value)?.self ?? written;
    }
    return written;
  }
}

/** Whether a path is that of a key of `self`. */
function isIn(self: Path, key: string, path: Path): boolean {
  return path.length === self.length + 1 && path.at(-1) === key && self.every((each, index) => each === path[index]);
}
