import type { SpecDocument } from './document.js';
import { isObject, type JsonObject, type Path, pathOf, valueAt } from './json.js';
import { SpecProblem } from './problem.js';
import { eachReference } from './references.js';

/** Which paths of a contract are compared, and under which names. */
export interface Selection {
  /** Only those that match. */
  path?: RegExp;
  /** None that matches. */
  excludedPath?: RegExp;
  /** What paths may begin with that is left out. */
  prefix?: string;
}

/** A contract with some of its paths, and with what these reach. */
export function selected(document: SpecDocument, { path, excludedPath, prefix = '' }: Selection): SpecDocument {
  if (!path && !excludedPath && prefix === '') return document;
  const written = new Map<string, string>();
  const paths: JsonObject = {};
  for (const [name, item] of Object.entries(isObject(document.root.paths) ? document.root.paths : {})) {
    const isMeant = (!path || path.test(name)) && !excludedPath?.test(name);
    if (!isMeant) continue;
    const short = name.startsWith(prefix) && name !== prefix ? name.slice(prefix.length) : name;
    if (written.has(short)) {
      throw new SpecProblem(
        `${document.name}: without the prefix "${prefix}", ${name} and ${written.get(short)} are one path; choose another prefix.`,
      );
    }
    written.set(short, name);
    paths[short] = item;
  }
  const isFiltered = path !== undefined || excludedPath !== undefined;
  const root = { ...document.root, paths };
  const asWritten = ([section = '', name = '', ...rest]: Path): Path =>
    section === 'paths' && written.has(name) ? [section, written.get(name) ?? name, ...rest] : [section, name, ...rest];
  const back = (place: Path) => (place.length < 2 ? place : asWritten(place));
  return {
    ...document,
    root: isFiltered ? withReachedSchemas(root) : root,
    locate: (place) => document.locate(back(place)),
    excerptOf: (place) => document.excerptOf(back(place)),
  };
}

/** How many paths of these contracts each part of a selection fits. */
export function fitsOf(
  documents: readonly SpecDocument[],
  { path, excludedPath, prefix }: Selection,
): { path: number; excludedPath: number; prefix: number; all: number } {
  const names = documents.flatMap(({ root }) => (isObject(root.paths) ? Object.keys(root.paths) : []));
  return {
    path: names.filter((name) => path?.test(name)).length,
    excludedPath: names.filter((name) => excludedPath?.test(name)).length,
    prefix: names.filter((name) => prefix !== undefined && name.startsWith(prefix)).length,
    all: names.length,
  };
}

/** A contract without the component schemas that nothing refers to from outside of them. */
function withReachedSchemas(root: JsonObject): JsonObject {
  const { components } = root;
  if (!isObject(components) || !isObject(components.schemas)) return root;
  const reached = new Set<string>();
  const follow = (value: unknown) =>
    eachReference(value, (reference) => {
      if (reached.has(reference)) return;
      reached.add(reference);
      follow(valueAt(root, pathOf(reference)));
    });
  follow([root.paths, root.webhooks]);
  const names = new Set(
    [...reached]
      .map((reference) => pathOf(reference))
      .filter(isSchema)
      .map(([, , name]) => name),
  );
  const schemas = Object.entries(components.schemas).filter(([name]) => names.has(name));
  return { ...root, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function isSchema([section, kind]: Path): boolean {
  return section === 'components' && kind === 'schemas';
}
