import { asList, isObject, type JsonObject, objectOf, stableText } from '../json.js';
import { type Place, type Roots, resolved } from '../references.js';
import { sameMeaning } from '../same-meaning.js';
import type { LocalDifference } from './comparison.js';
import { type ParameterParts, spreadFields } from './object-parameters.js';
import { at, entriesOf } from './places.js';

/** The parameters of two operations: those that are one, and those that came, went or changed their names. */
export interface ParameterPairs {
  pairs: { before: Place; after: Place }[];
  /** Parameters that one side describes as fields of an object. */
  spread: SpreadPair[];
  differences: LocalDifference[];
}

/** A parameter that is described by itself on the one side, and as a field of another one on the other. */
export interface SpreadPair {
  before: ParameterParts;
  after: ParameterParts;
  /** What it is called where it is sent. */
  name: string;
}

/** What may differ between two parameters that are one under another name. */
const NOT_COMPARED = ['name', 'in', 'schema', 'style', 'explode', 'description'];

/** Finds out which parameters of two operations are one. `isPathRenamed`: the paths name their parameters differently. */
export function matchParameters(roots: Roots, before: Place, after: Place, isPathRenamed: boolean): ParameterPairs {
  const [own, others] = [parametersOf(roots.before, before), parametersOf(roots.after, after)];
  const pairs: ParameterPairs['pairs'] = [];
  for (const [id, left] of [...own]) {
    const otherId = others.has(id) || !isPathRenamed ? id : idInOtherPath(id, before, after);
    const right = otherId === undefined ? undefined : others.get(otherId);
    if (otherId === undefined || !right) continue;
    pairs.push({ before: left, after: right });
    own.delete(id);
    others.delete(otherId);
  }
  const spread = [
    ...spreadPairs(
      roots.after,
      own,
      others,
      pairs.map((pair) => pair.after),
    ).map(({ one, field, name }) => ({ before: one, after: field, name })),
    ...spreadPairs(
      roots.before,
      others,
      own,
      pairs.map((pair) => pair.before),
    ).map(({ one, field, name }) => ({ before: field, after: one, name })),
  ];
  return { pairs, spread, differences: oneSided(roots, [...own.values()], [...others.values()]) };
}

/** Takes the parameters of one side that the other side has as fields of an object, and the objects whose fields they are. */
function spreadPairs(root: JsonObject, single: Map<string, Place>, others: Map<string, Place>, kept: readonly Place[]) {
  return [...others.values(), ...kept].flatMap((whole) => {
    const all = [...spreadFields(root, whole)];
    const fields = all.filter(([name]) => single.has(`query ${name}`));
    if (fields.length === 0) return [];
    if (!kept.includes(whole)) {
      for (const [id, place] of others) if (place === whole) others.delete(id);
      // What else the object has are parameters that came or went.
      for (const [name, field] of all) {
        if (!single.has(`query ${name}`)) others.set(`query ${name}`, asParameter(name, field));
      }
    }
    return fields.flatMap(([name, field]) => {
      const one = single.get(`query ${name}`);
      single.delete(`query ${name}`);
      return one ? [{ one: partsOf(one), field, name }] : [];
    });
  });
}

function asParameter(name: string, { schema, isRequired }: ParameterParts): Place {
  const required = isRequired.value === true && { required: true };
  return { ...schema, value: { in: 'query', name, ...required, schema: schema.value ?? true } };
}

function partsOf(whole: Place): ParameterParts {
  return { whole, schema: at(whole, 'schema'), isRequired: at(whole, 'required') };
}

function oneSided(roots: Roots, removed: readonly Place[], added: readonly Place[]): LocalDifference[] {
  const part = { part: 'Parameter', parentKeyword: 'parameters' } as const;
  const isOne = (before: Place, after: Place) => isSameParameter(roots, before, after);
  const renamed = removed.flatMap((before) => {
    const [after, ...others] = added.filter((each) => isOne(before, each));
    const isOnly = after && others.length === 0 && removed.filter((each) => isOne(each, after)).length === 1;
    return isOnly ? [{ before, after }] : [];
  });
  const known = new Set(renamed.flatMap(({ before, after }) => [before, after]));
  return [
    ...renamed.map((sides) => ({ kind: 'modified' as const, ...part, keyword: 'key', ...sides })),
    ...removed.filter((each) => !known.has(each)).map((before) => ({ kind: 'removed' as const, ...part, before })),
    ...added.filter((each) => !known.has(each)).map((after) => ({ kind: 'added' as const, ...part, after })),
  ];
}

/** The parameter that stands where one of another name stood in the path. */
function idInOtherPath(id: string, before: Place, after: Place): string | undefined {
  const idsIn = ({ path }: Place) => [...(path[1] ?? '').matchAll(/\{([^}]*)\}/g)].map(([, name]) => `path ${name}`);
  return idsIn(after)[idsIn(before).indexOf(id)];
}

function isSameParameter(roots: Roots, before: Place, after: Place): boolean {
  const rest = (place: Place) => {
    const entries = Object.entries(objectOf(place.value)).filter(([key]) => !NOT_COMPARED.includes(key));
    return stableText(Object.fromEntries(entries));
  };
  const schema = (place: Place) => objectOf(place.value).schema ?? true;
  return (
    rest(before) === rest(after) &&
    sameMeaning(
      { root: roots.before, value: schema(before) },
      { root: roots.after, value: schema(after) },
      { annotations: false },
    )
  );
}

/** Finds the parameters by their location and name. The case of a header's name means nothing. */
function parametersOf(root: Roots['before'], operation: Place): Map<string, Place> {
  const parameters = entriesOf(operation, 'parameters', asList(objectOf(operation.value).parameters));
  const places = parameters.flatMap((parameter) => {
    const place = resolved(root, parameter);
    if (!place || !isObject(place.value)) return [];
    const { in: location, name } = place.value;
    const id = location === 'header' ? String(name).toLowerCase() : name;
    return [[`${location} ${id}`, place] as const];
  });
  return new Map(places);
}
