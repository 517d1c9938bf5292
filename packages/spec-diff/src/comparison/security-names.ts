import { type Json, type JsonObject, objectOf, stableText } from '../json.js';
import { isAnnotation } from '../keywords/keywords.js';
import type { Place, Roots } from '../references.js';

/** The names under which security schemes are compared: two names of one scheme are one way to authenticate. */
export interface SchemeNames {
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
  /** The names of the schemes before, each with the name that the scheme has now. */
  pairs: ReadonlyMap<string, string>;
}

export function schemeNames(roots: Roots): SchemeNames {
  const [own, others] = [schemesIn(roots.before), schemesIn(roots.after)];
  const pairs = schemePairs(own, others);
  const first = new Map([...own].reverse().map(([name, scheme]) => [scheme, name]));
  const former = new Map([...pairs].map(([name, now]) => [now, name]));
  const before = new Map([...own].map(([name, scheme]) => [name, first.get(scheme) ?? name]));
  const after = new Map(
    [...others].map(([name, scheme]) => {
      const old = former.get(name);
      if (old !== undefined && own.get(old) !== scheme) return [name, old];
      return [name, first.get(scheme) ?? (own.has(name) ? `${name} of another scheme` : name)];
    }),
  );
  return { before, after, pairs };
}

/** Finds schemes again: under their names, where they say the same; then those that say the same; then by their names alone. */
function schemePairs(own: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): Map<string, string> {
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  const pair = (name: string, now: string | undefined) => {
    if (now === undefined || pairs.has(name) || taken.has(now)) return;
    pairs.set(name, now);
    taken.add(now);
  };
  for (const [name, scheme] of own) if (others.get(name) === scheme) pair(name, name);
  const byNovelty = [...others.keys()].sort((left, right) => Number(own.has(left)) - Number(own.has(right)));
  for (const [name, scheme] of own) {
    pair(
      name,
      byNovelty.find((now) => !taken.has(now) && others.get(now) === scheme),
    );
  }
  for (const name of own.keys()) if (others.has(name)) pair(name, name);
  return pairs;
}

/** A scheme in the one way to write it: the case of an HTTP scheme and of the name of a header means nothing. */
export function comparable(scheme: Place): Place {
  const { type, in: location, ...rest } = objectOf(scheme.value);
  const key = type === 'http' ? 'scheme' : type === 'apiKey' && location === 'header' ? 'name' : undefined;
  const lower = key !== undefined && typeof rest[key] === 'string' ? { [key]: rest[key].toLowerCase() } : {};
  return { ...scheme, value: { ...objectOf(scheme.value), ...lower } };
}

/** The schemes as texts that are the same for all ways to write one. */
function schemesIn(root: JsonObject): Map<string, string> {
  const schemes = objectOf(objectOf(root.components).securitySchemes);
  return new Map(
    Object.entries(schemes).map(([name, value]) => {
      const { value: scheme } = comparable({ value, path: [] });
      const said = Object.entries(objectOf(scheme)).filter(([key]) => !isAnnotation(key) && key !== 'bearerFormat');
      return [
        name,
        stableText(
          Object.fromEntries(said.map(([key, inner]) => [key, key === 'flows' ? namesOfScopes(inner) : inner])),
        ),
      ];
    }),
  );
}

/** Flows without what is said of their scopes. */
function namesOfScopes(flows: Json): Json {
  const entries = Object.entries(objectOf(flows)).map(([name, flow]): [string, Json] => [
    name,
    { ...objectOf(flow), scopes: Object.keys(objectOf(objectOf(flow).scopes)).sort() },
  ]);
  return Object.fromEntries(entries);
}
