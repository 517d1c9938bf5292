import { isObject, type Json, type JsonObject, type Path, pathOf, valueAt } from './json.js';

/** A value and where it stands in its document. */
export interface Place {
  value: Json | undefined;
  path: Path;
}

const KNOWN = new WeakMap<JsonObject, Map<string, Place>>();

/** What a reference of a document leads to. */
export function targetOf(root: JsonObject, reference: string): Place {
  const known = KNOWN.get(root) ?? new Map<string, Place>();
  KNOWN.set(root, known);
  const target = known.get(reference) ?? found(root, reference);
  known.set(reference, target);
  return target;
}

function found(root: JsonObject, reference: string): Place {
  const path = pathOf(reference);
  return { value: valueAt(root, path), path };
}

/** The reference that a value is, if it is one. */
export function referenceIn(value: Json | undefined): string | undefined {
  return isObject(value) && typeof value.$ref === 'string' ? value.$ref : undefined;
}

/** The end of a chain of references; undefined of one that leads to nothing but itself. */
export function resolved(root: JsonObject, place: Place): Place | undefined {
  let at: Place | undefined = place;
  const seen = new Set<string>();
  for (let reference = referenceIn(at.value); reference !== undefined; reference = referenceIn(at.value)) {
    if (seen.has(reference)) return undefined;
    seen.add(reference);
    at = targetOf(root, reference);
  }
  return at;
}
