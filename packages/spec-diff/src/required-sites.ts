import { asList, type JsonObject, objectOf, type Path, valueAt } from './json.js';
import { referenceIn, targetOf } from './references.js';

/**
 * Where a contract says that a field is required: in the schema at a place, in what that refers to, or in a part of it. It
 * is the same place wherever the schema is merged with others. Undefined if it is said in none of these.
 */
export function requiredSite(root: JsonObject, path: Path, name: string): Path | undefined {
  const open: Path[] = [path];
  const seen = new Set<unknown>();
  for (let place = open.pop(); place; place = open.pop()) {
    const value = valueAt(root, place);
    const schema = objectOf(value);
    if (seen.has(value)) continue;
    seen.add(value);
    if (asList(schema.required).includes(name)) return place;
    const reference = referenceIn(schema);
    if (reference !== undefined) open.push(targetOf(root, reference).path);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const parts = asList(schema[keyword]).map((_part, index) => [...(place as Path), keyword, `${index}`]);
      open.push(...parts.reverse());
    }
  }
  return undefined;
}
