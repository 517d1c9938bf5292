import type { Json, Schema } from './openapi.js';

/** Keywords below which there is data that may look like a schema but is none. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Calls `each` once for every object below `root`, itself included, that can be a schema. */
export function visit(root: Json, each: (part: Schema) => void): void {
  const visitedObjects = new Set<object>();

  const enter = (value: Json | undefined, keysAreNames: boolean) => {
    if (typeof value !== 'object' || value === null || visitedObjects.has(value)) return;
    visitedObjects.add(value);
    if (Array.isArray(value)) {
      for (const item of value) enter(item, false);
      return;
    }
    if (!keysAreNames) each(value as Schema);
    for (const [key, inner] of Object.entries(value)) {
      // A field may well be called `default`; only as a keyword does it hold data.
      if (keysAreNames || !DATA.has(key)) enter(inner, !keysAreNames && key === 'properties');
    }
  };

  enter(root, false);
}
