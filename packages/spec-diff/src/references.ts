import { areSame, isObject, type Json, type JsonObject, type Path, pathOf, valueAt } from './json.js';

/** A value and where it stands in its document. */
export interface Place {
  value: Json | undefined;
  path: Path;
  /**
   * How people get there, where that is another way than the path: through the place that refers to it. It is set where
   * the two documents refer to different components, because then neither of these is what changed.
   */
  use?: PlaceOfUse;
}

/** A place that refers to another one, and the keys that lead on from there. */
export interface PlaceOfUse {
  site: Path;
  below: Path;
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

/** Resolves the references of both sides. Returns undefined if one of them leads to nothing. */
export function bothResolved(roots: Roots, before: Place, after: Place): { before: Place; after: Place } | undefined {
  const [left, right] = [resolved(roots.before, before), resolved(roots.after, after)];
  if (!left || !right) return undefined;
  const isInline = left === before && right === after;
  if (isInline || areSame([...left.path], [...right.path])) return { before: left, after: right };
  return { before: { ...left, use: useAt(before) }, after: { ...right, use: useAt(after) } };
}

/** The two documents that are compared. */
export interface Roots {
  before: JsonObject;
  after: JsonObject;
}

/** What is used at a place. */
export function useAt({ path, use }: Place): PlaceOfUse {
  return { site: use ? [...use.site, ...use.below] : path, below: [] };
}

/** Visits the references in a value, those of examples and other data included. */
export function eachReference(value: unknown, visit: (reference: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') visit(inner);
    else eachReference(inner, visit);
  }
}
