import { type Json, pathOf, valueAt } from './json.js';

interface Reference {
  /** Keys from the root of the document to the `$ref`, itself included. */
  path: string[];
  target: string;
}

/** References that do not lead to another place of the same document. */
export function danglingReferences(document: Json): Reference[] {
  const known = new Map<string, boolean>();
  const found: Reference[] = [];
  eachReference(document, [], (path, target) => {
    const leads = known.get(target) ?? leadsSomewhere(document, target);
    known.set(target, leads);
    if (!leads) found.push({ path: [...path], target });
  });
  return found;
}

/** Keywords whose value is data: a `$ref` in there belongs to an example, and is no reference. */
const HOLDS_DATA = new Set(['example', 'examples', 'value', 'default', 'const', 'enum']);

/** Keywords whose keys are names of the author's choice: a property may well be called `default` or `value`. */
const HOLDS_NAMES = new Set(['properties', 'patternProperties', 'schemas', 'responses', 'examples']);

/**
 * Visits the references. `path` is valid only during the visit, because copying it for each place would take longer
 * than everything else.
 */
function eachReference(value: unknown, path: string[], visit: (path: readonly string[], target: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  const keysAreNames = HOLDS_NAMES.has(path.at(-1) ?? '');
  for (const [key, inner] of Object.entries(value)) {
    path.push(key);
    // What has a name is no text, so that a text below `$ref` refers to all that would have names there.
    if (key === '$ref' && typeof inner === 'string') visit(path, inner);
    else if (keysAreNames) eachReference(inner, path, visit);
    // The examples of a schema are a list of data. Everywhere else they have names, and may be references.
    else if (!HOLDS_DATA.has(key) || (key === 'examples' && !Array.isArray(inner))) eachReference(inner, path, visit);
    path.pop();
  }
}

function leadsSomewhere(document: Json, target: string): boolean {
  return target.startsWith('#/') && valueAt(document, pathOf(target)) !== undefined;
}
