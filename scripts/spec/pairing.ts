import { type Canonical, COMPONENTS, DOCUMENT } from './canonical/canonical.js';
import { isObject, type Json, type JsonObject, type Path, pathOf, valueAt } from './json.js';
import type { Files } from './redocly/redocly.js';
import { METHODS } from './shape.js';
import { StructuralHash } from './structural-hash.js';

/**
 * A canonical contract as Redocly reads it. Members of lists have no names, and it pairs those of the two contracts by
 * how alike their texts are. So it is told: members that are the same on both sides are the same short text, and
 * parameters stand in a room of their own, each under its name. What is the same on both sides under one path is left out,
 * and so is what only that refers to: there is nothing to be seen, and much to be read.
 */
export interface Readable {
  files: Files;
  /** Where in the canonical contract it stands what Redocly speaks of. */
  find(file: string, path: Path): { root: JsonObject; path: Path };
}

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const CHOICES = ['oneOf', 'anyOf'];
const ROOM = 'parametersByName';
const OPERATIONS = ['paths', 'webhooks'];

export function readable(base: Canonical, head: Canonical): [base: Readable, head: Readable] {
  const [before, after] = [new Members(base), new Members(head)];
  return [readableSide(base, before, after), readableSide(head, after, before)];
}

/** What one contract is made of, by what it means: the members of all lists of schemas, and what stands under a path. */
class Members {
  readonly hash: StructuralHash;
  readonly #all = new Set<string>();
  readonly #lists = new Map<string, Set<string>>();
  readonly #items = new Map<string, string>();
  readonly resolve: Canonical['resolve'];

  constructor({ document, components, resolve }: Canonical) {
    this.resolve = resolve;
    this.hash = new StructuralHash(resolve);
    const collect = (value: Json, place: Place): void => {
      if (Array.isArray(value)) for (const item of value) collect(item, undefined);
      if (!isObject(value)) return;
      for (const [key, inner] of Object.entries(value)) {
        const here = below(place, key);
        const hashes = membersOf(key, inner).map((member) => this.hash.of(member));
        for (const meaning of hashes) this.#all.add(meaning);
        if (here && hashes.length > 0) this.#lists.set(here, new Set(hashes));
        collect(inner, here);
      }
    };
    collect(document, DOCUMENT);
    collect(components, COMPONENTS);
    for (const room of OPERATIONS) {
      for (const [name, item] of Object.entries(document[room] ?? {})) {
        this.#items.set(`${room} ${name}`, this.hash.of(item));
      }
    }
  }

  /** Whether a list that stands at a place has such a member; where there is no list, whether any has. */
  has(meaning: string, place: Place): boolean {
    return ((place && this.#lists.get(place)) || this.#all).has(meaning);
  }

  /** Whether a name stands for something else here. */
  differs(member: Json, meaning: string): boolean {
    const isKnown = isObject(member) && typeof member.$ref === 'string' && this.resolve(member.$ref) !== undefined;
    return isKnown && this.hash.of(member) !== meaning;
  }

  /** Whether the same stands under a path in the other contract. */
  isSame(room: string, name: string, other: Members): boolean {
    const key = `${room} ${name}`;
    return this.#items.get(key) === other.#items.get(key);
  }
}

/** What stands under a keyword if it is one that holds a list of schemas. */
function membersOf(keyword: string, value: Json | undefined): Json[] {
  return LISTS.includes(keyword) && Array.isArray(value) ? value : [];
}

/** Where a list stands, as far as only names lead there: what is counted may have changed places. */
type Place = string | undefined;

function below(place: Place, key: string): Place {
  return place && `${place}/${key}`;
}

function readableSide(contract: Canonical, own: Members, other: Members): Readable {
  const parameters: JsonObject = {};
  const places = new Map<string, Path>();

  const schemas = (value: Json, place: Place): Json => {
    if (Array.isArray(value)) return value.map((item) => schemas(item, undefined));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) => {
      const here = below(place, key);
      if (key === 'discriminator' && isObject(inner)) return [key, withMembers(inner, value, place)] as const;
      const isList = LISTS.includes(key) && Array.isArray(inner);
      return [key, isList ? inner.map((member) => stub(member, here)) : schemas(inner, here)] as const;
    });
    return Object.fromEntries(entries);
  };
  const stub = (member: Json, place: Place): Json => {
    const meaning = shared(member, place);
    return meaning ? { description: meaning } : schemas(member, undefined);
  };
  /** The meaning of a member that is the same on both sides. What has one name and has changed is no other member. */
  const shared = (member: Json, place: Place): string | undefined => {
    const meaning = own.hash.of(member);
    return other.has(meaning, place) && !other.differs(member, meaning) ? meaning : undefined;
  };
  /**
   * Which schema a value of a discriminator stands for is seen by what that means. Of a member that has changed, it is
   * seen by its name and, if it has another name as well, by its place among such members.
   */
  const withMembers = (value: JsonObject, schema: JsonObject, place: Place): JsonObject => {
    if (!isObject(value.mapping)) return value;
    const list = CHOICES.find((key) => key in schema) ?? '';
    const nameOf = (member: Json) => {
      const isChanged = isObject(member) && other.differs(member, own.hash.of(member));
      return isChanged ? pathOf(String(member.$ref)).at(-1) : shared(member, below(place, list));
    };
    const unknown = membersOf(list, schema[list]).filter((member) => !nameOf(member));
    const entries = Object.entries(value.mapping).map(([name, target]) => {
      const position = unknown.findIndex((member) => isObject(member) && member.$ref === target);
      return [name, nameOf({ $ref: target }) ?? `${position}`] as const;
    });
    return { ...value, mapping: Object.fromEntries(entries) };
  };

  const document: JsonObject = { ...contract.document };
  for (const room of OPERATIONS) {
    const items = Object.entries(document[room] ?? {}).filter(([name]) => !own.isSame(room, name, other));
    if (room in document) document[room] = schemas(Object.fromEntries(items), `${DOCUMENT}/${room}`);
    for (const [name, item] of Object.entries(document[room] ?? {})) {
      for (const method of METHODS) {
        const operation = isObject(item) ? item[method] : undefined;
        if (!isObject(operation) || !Array.isArray(operation.parameters)) continue;
        operation.parameters = operation.parameters.map((parameter, index) => {
          const path = [room, name, method, 'parameters', `${index}`];
          const id = `${room} ${name.replaceAll(/\{[^}]*\}/g, '{}')} ${method} ${identity(parameter, contract)}`;
          parameters[id] = parameter;
          places.set(id, path);
          return { $ref: `${COMPONENTS}#/${ROOM}/${encodeURIComponent(id)}` };
        });
      }
    }
  }
  const components: Record<string, JsonObject> = { [ROOM]: parameters };
  const fetch = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const [kind = '', name = ''] =
        key === '$ref' && String(inner).startsWith(COMPONENTS) ? pathOf(String(inner)) : [];
      if (!name || kind === ROOM || components[kind]?.[name] !== undefined) fetch(inner);
      else {
        const component = schemas(valueAt(contract.components, [kind, name]) ?? true, `${COMPONENTS}/${kind}/${name}`);
        components[kind] = { ...components[kind], [name]: component };
        fetch(component);
      }
    }
  };
  fetch(document);
  fetch(parameters);
  return {
    files: { [DOCUMENT]: JSON.stringify(document), [COMPONENTS]: JSON.stringify(components) },
    find(file, path) {
      const [room, id = '', ...rest] = path;
      const place = file.endsWith(COMPONENTS) && room === ROOM ? places.get(id) : undefined;
      if (place) return { root: contract.document, path: [...place, ...rest] };
      return { root: file.endsWith(COMPONENTS) ? contract.components : contract.document, path };
    },
  };
}

/** What a parameter is known by: where it stands and its name. */
function identity(parameter: Json, { resolve }: Canonical): string {
  const target = isObject(parameter) && typeof parameter.$ref === 'string' ? resolve(parameter.$ref) : parameter;
  return isObject(target) ? `${target.in} ${target.name}` : '';
}
