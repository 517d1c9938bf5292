import { type Json, type JsonObject, objectOf, stableText } from '../json.js';
import { isAnnotation } from '../keywords/keywords.js';
import type { Place, Roots } from '../references.js';

/** The names under which security schemes are compared: two names of one scheme are one way to authenticate. */
export interface SchemeNames {
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
  /** The schemes that have another name now, by the name that they had. */
  renamed: ReadonlyMap<string, string>;
}

export function schemeNames(roots: Roots): SchemeNames {
  const [own, others] = [schemesIn(roots.before), schemesIn(roots.after)];
  const first = new Map([...own].reverse().map(([name, scheme]) => [scheme, name]));
  const nameOf = (name: string, scheme: string) => first.get(scheme) ?? name;
  const before = new Map([...own].map(([name, scheme]) => [name, nameOf(name, scheme)]));
  // A scheme that keeps its name is compared with itself, whatever it says now.
  const after = new Map(
    [...others].map(([name, scheme]) => {
      const isOther = own.has(name) && own.get(name) !== scheme;
      return [name, isOther ? name : nameOf(name, scheme)];
    }),
  );
  const gone = [...own].filter(([name]) => !others.has(name));
  const come = new Map([...others].filter(([name]) => !own.has(name)).map(([name, scheme]) => [scheme, name]));
  const renamed = new Map<string, string>();
  for (const [name, scheme] of gone) {
    const now = come.get(scheme);
    if (now === undefined) continue;
    renamed.set(name, now);
    come.delete(scheme);
  }
  return { before, after, renamed };
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
