import type { SpecDocument } from './document.js';
import { areSame, asList, isObject, type Json, type JsonObject, objectOf, type Path, pointerOf } from './json.js';
import { SpecProblem } from './problem.js';
import { METHODS } from './shape.js';

/** Where a part of the composed contract is written. */
interface Origin {
  document: SpecDocument;
  path: Path;
}

/** One contract of several that belong together: an API whose parts are described in files that do not name each other. */
export function composed(documents: readonly SpecDocument[], name: string): SpecDocument {
  const [first, ...others] = documents;
  if (!first) throw new SpecProblem(`${name}: no file fits this pattern.`);
  if (others.length === 0) return first;
  const servers = first.root.servers;
  const areOfAll = documents.every(({ root }) => areSame(root.servers, servers));
  const composition = new Composition(name, areOfAll ? servers : undefined);
  for (const document of documents) composition.add(document);
  const located = (path: Path): Origin => composition.originOf(path) ?? { document: first, path };
  return {
    name,
    file: name,
    files: documents.flatMap(({ files }) => files),
    ...(first.revision !== undefined && { revision: first.revision }),
    root: { ...first.root, ...composition.root },
    locate: (path) => {
      const { document, path: own } = located(path);
      return document.locate(own);
    },
    excerptOf: (path) => {
      const { document, path: own } = located(path);
      return document.excerptOf(own);
    },
  };
}

class Composition {
  readonly root: JsonObject = {};
  readonly #name: string;
  readonly #servers: Json | undefined;
  /** The origins, by the JSON of the first keys of a place. */
  readonly #origins = new Map<string, Origin>();

  /** @param servers - The servers that all files name. */
  constructor(name: string, servers: Json | undefined) {
    this.#name = name;
    this.#servers = servers;
  }

  originOf(path: Path): Origin | undefined {
    for (let length = Math.min(path.length, 3); length > 1; length--) {
      const origin = this.#origins.get(JSON.stringify(path.slice(0, length)));
      if (origin) return { document: origin.document, path: [...origin.path, ...path.slice(length)] };
    }
    return undefined;
  }

  add(document: SpecDocument): void {
    const renamed = this.#renamedComponents(document);
    const root = withReferences(document.root, renamed) as JsonObject;
    for (const [section, components] of Object.entries(objectOf(root.components))) {
      for (const [name, component] of Object.entries(objectOf(components))) {
        const written = ['components', section, name];
        const now = renamed.get(pointerOf(written)) ?? name;
        this.#put(['components', section, now], component, { document, path: written });
      }
    }
    for (const section of ['paths', 'webhooks']) {
      for (const [name, item] of Object.entries(objectOf(root[section]))) {
        this.#addItem(section, name, this.#withOwnDefaults(objectOf(item), root), document);
      }
    }
    const tags = [...asList(this.root.tags), ...asList(root.tags)];
    const names = tags.map((tag) => objectOf(tag).name);
    this.root.tags = tags.filter((tag, index) => names.indexOf(objectOf(tag).name ?? null) === index);
    // Each operation has got what its file says for all of them.
    this.root.security = [];
    this.root.servers = this.#servers ?? [];
  }

  #addItem(section: string, name: string, item: JsonObject, document: SpecDocument): void {
    const known = objectOf(objectOf(this.root[section])[name]);
    for (const [key, value] of Object.entries(item)) {
      const isTwice = key in known && !areSame(known[key], value);
      if (isTwice) {
        throw new SpecProblem(
          `${this.#name}: ${document.file} and another file both describe \`${key}\` of ${name}; leave one of them out.`,
        );
      }
      this.#put([section, name, key], value, { document, path: [section, name, key] });
    }
  }

  /** A path item that says by itself what its file says for all operations, and the others do not. */
  #withOwnDefaults(item: JsonObject, { security, servers }: JsonObject): JsonObject {
    const operations = METHODS.filter((method) => isObject(item[method])).map((method): [string, JsonObject] => {
      const operation = objectOf(item[method]);
      return [method, security === undefined ? operation : { security, ...operation }];
    });
    const areOwn = servers !== undefined && !areSame(servers, this.#servers);
    return { ...(areOwn && { servers }), ...item, ...Object.fromEntries(operations) };
  }

  /** The components whose name another file has given to something else, each with the name that it gets here. */
  #renamedComponents({ root, file }: SpecDocument): Map<string, string> {
    const renamed = new Map<string, string>();
    for (const [section, components] of Object.entries(objectOf(root.components))) {
      for (const [name, component] of Object.entries(objectOf(components))) {
        const known = objectOf(objectOf(this.root.components)[section])[name];
        if (known === undefined || areSame(known, component)) continue;
        renamed.set(pointerOf(['components', section, name]), `${name}.${file.replaceAll(/\W+/g, '-')}`);
      }
    }
    return renamed;
  }

  #put(path: Path, value: Json, origin: Origin): void {
    const last = path.at(-1) ?? '';
    const holder = path.slice(0, -1).reduce((parent: JsonObject, key) => {
      parent[key] ??= {};
      return parent[key] as JsonObject;
    }, this.root);
    holder[last] = value;
    this.#origins.set(JSON.stringify(path), origin);
  }
}

/** A value whose references lead to the components under their new names. */
function withReferences(value: Json, renamed: ReadonlyMap<string, string>): Json {
  if (renamed.size === 0) return value;
  if (Array.isArray(value)) return value.map((each) => withReferences(each, renamed));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
    if (key === '$ref' && typeof inner === 'string') return [key, targetOf(inner, renamed)];
    if (key === 'mapping' && isObject(inner)) return [key, mappingOf(inner, renamed)];
    return [key, withReferences(inner, renamed)];
  });
  return Object.fromEntries(entries);
}

function targetOf(reference: string, renamed: ReadonlyMap<string, string>): string {
  const [root, components, section, name, ...rest] = reference.split('/');
  const now = renamed.get([root, components, section, name].join('/'));
  return now === undefined ? reference : [root, components, section, now, ...rest].join('/');
}

/** The values of a discriminator name schemas by references, or by what they are called among the components. */
function mappingOf(mapping: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  const entries = Object.entries(mapping).map(([value, target]): [string, Json] => {
    const text = String(target);
    const reference = text.includes('/') ? text : pointerOf(['components', 'schemas', text]);
    return [value, typeof target === 'string' ? targetOf(reference, renamed) : withReferences(target, renamed)];
  });
  return Object.fromEntries(entries);
}
