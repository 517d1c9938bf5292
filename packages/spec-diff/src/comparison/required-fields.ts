import { areSame, asList, type Json, type JsonObject, objectOf } from '../json.js';
import { type Place, type Roots, resolved } from '../references.js';
import { type Use, useOneWay } from '../uses.js';
import type { LocalDifference } from './comparison.js';
import { below } from './places.js';

/**
 * What changed in the fields that are required, in as many differences as there are directions in which these fields
 * travel, and in one more for the names that no property has, because types do not show these. A field that is added or
 * removed says by itself whether it is required.
 */
export function requiredDifferences(roots: Roots, before: Place, after: Place): LocalDifference[] {
  const [own, others] = [objectOf(before.value), objectOf(after.value)];
  if (areSame(own.required, others.required)) return [];
  const oneSided = oneSidedFields(own, others);
  const isPresent = (name: Json) => !oneSided.has(String(name));
  const directionOf = (name: Json) => onlyDirection(roots, own, others, String(name));
  const isProperty = (name: Json) => Object.hasOwn(objectOf(own.properties), String(name));
  const groupOf = (name: Json) => `${directionOf(name)} ${isProperty(name)}`;
  const [had, has] = [asList(own.required).filter(isPresent), asList(others.required).filter(isPresent)];
  const groups = new Map([...had, ...has].map((name) => [groupOf(name), directionOf(name)]));
  return [...groups].flatMap(([group, direction]) => {
    const required = (names: readonly Json[]) => {
      const list = names.filter((name) => groupOf(name) === group);
      return list.length > 0 ? list : undefined;
    };
    const sides = {
      before: below(before, 'required', required(had)),
      after: below(after, 'required', required(has)),
    };
    if (areSame(sides.before.value, sides.after.value)) return [];
    const affects = (use: Use) => (direction === undefined ? use : useOneWay(use, direction));
    return [{ kind: 'modified', part: 'Schema', keyword: 'required', ...sides, affects } satisfies LocalDifference];
  });
}

/** The fields that only one of the two schemas names. */
function oneSidedFields(before: JsonObject, after: JsonObject): Set<string> {
  const [own, others] = [objectOf(before.properties), objectOf(after.properties)];
  const names = [...Object.keys(own), ...Object.keys(others)];
  return new Set(names.filter((name) => !(Object.hasOwn(own, name) && Object.hasOwn(others, name))));
}

/** The only direction in which a field travels: one that is only read is in no request, and the other way round. */
function onlyDirection(
  roots: Roots,
  before: JsonObject,
  after: JsonObject,
  name: string,
): 'request' | 'response' | undefined {
  const fields = [fieldOf(roots.before, before, name), fieldOf(roots.after, after, name)];
  if (fields.some(({ readOnly }) => readOnly === true)) return 'response';
  return fields.some(({ writeOnly }) => writeOnly === true) ? 'request' : undefined;
}

function fieldOf(root: JsonObject, schema: JsonObject, name: string): JsonObject {
  const value = objectOf(schema.properties)[name];
  return objectOf(resolved(root, { value, path: [] })?.value);
}
