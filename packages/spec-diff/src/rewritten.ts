import { componentName, nameInFile } from './component-name.js';
import type { SpecDocument } from './document.js';
import type { Fact } from './fact.js';
import { areSame, isObject, type Json, type JsonObject, objectOf, type Path, pathOf, valueAt } from './json.js';
import { locationOf } from './location.js';
import { OrderlessValues } from './orderless.js';
import { placeName } from './place.js';
import { referenceIn } from './references.js';
import type { Change } from './report/report.js';
import { rewritingOf } from './rewriting.js';
import { securitySchemeRenamed } from './rules/security-scheme-renamed.js';
import { REWRITTEN } from './rules/without-rule.js';
import { METHODS } from './shape.js';
import { capitalized, code, plainText, type Text, text } from './text.js';
import { withIgnored } from './upgrade.js';
import { someOf } from './wording.js';

/** How much of a path names an operation or a component. */
const NAMED = 3;

/** What people call a component that is no schema. Of schemas, the types that programs import are told of. */
const COMPONENTS: Readonly<Record<string, { one: Text; many: Text }>> = {
  callbacks: { one: text`callback`, many: text`callbacks` },
  examples: { one: text`example`, many: text`examples` },
  headers: { one: text`header`, many: text`headers` },
  links: { one: text`link`, many: text`links` },
  mediaTypes: { one: text`media type`, many: text`media types` },
  parameters: { one: text`parameter`, many: text`parameters` },
  pathItems: { one: text`path item`, many: text`path items` },
  requestBodies: { one: text`request body`, many: text`request bodies` },
  responses: { one: text`response`, many: text`responses` },
};

/** Where the contracts differ as they are written, and not in meaning: one line for the operations, one for each component. */
export function rewritten(inMeaning: readonly Fact[], before: SpecDocument, after: SpecDocument): Change[] {
  const told = inMeaning.flatMap(({ places, placesOfUse }) => [
    ...placesOfUse,
    ...withTarget(places.before, before),
    ...withTarget(places.after, after),
  ]);
  const places = new Places(told.map((path) => path.slice(0, NAMED)));
  const found = new Map<string, RewrittenPlace>();
  for (const path of differing(before.root, after.root, renamedSchemes(inMeaning))) {
    for (const place of namedPlaces(path, before, after)) {
      if (places.touch(place)) continue;
      const known = found.get(place.join('\n')) ?? { place, paths: [] };
      found.set(place.join('\n'), known);
      known.paths.push(path);
    }
  }
  const components = new ComponentChanges(before, after);
  const rewrittenPlaces = [...found.values()].filter(({ place }) => !components.take(place));
  const ofOperations = rewrittenPlaces.filter(({ place }) => operationAt(place) !== undefined);
  const others = rewrittenPlaces.filter(({ place }) => operationAt(place) === undefined);
  return [
    ...together(ofOperations, before, after),
    ...others.map(({ place, paths }) => rewrittenChange(place, paths, before, after)),
    ...components.changes(),
  ];
}

/** An operation or a component, and the places in it at which the contracts are written differently. */
interface RewrittenPlace {
  place: Path;
  paths: Path[];
}

/** One change for all operations that are only written in another way. */
function together(all: readonly RewrittenPlace[], before: SpecDocument, after: SpecDocument): Change[] {
  const [first] = all;
  if (!first) return [];
  const paths = all.flatMap((each) => each.paths);
  const operations = all.flatMap(({ place }) => operationAt(place) ?? []);
  return [{ ...rewrittenChange(first.place, paths, before, after), operations }];
}

function rewrittenChange(place: Path, paths: readonly Path[], before: SpecDocument, after: SpecDocument): Change {
  const rewriting = rewritingOf(place, paths, before, after);
  const subject = rewriting?.place ?? subjectOf(place, after);
  const told = (sentence: Text) => (subject.length > 0 ? text`${subject}: ${sentence}` : sentence);
  if (rewriting?.isWording) {
    const sentence = text`${capitalized(rewriting.words)}.`;
    const impact = { wire: 'docs', types: 'docs' } as const;
    return { ...changeAt(place, after, told(sentence)), id: 'modified', rule: 'modified', level: 'docs', impact };
  }
  return changeAt(
    place,
    after,
    told(text`It is only written in another way${rewriting ? text`: ${rewriting.words}` : []}.`),
  );
}

/** A component, or a part of the contract that has a name; an operation is named by the heading. */
function subjectOf(path: Path, document: SpecDocument): Text {
  if (operationAt(path) !== undefined) return [];
  const [section, name = ''] = path;
  const place = placeName({ written: [...path, ''], ancestors: [], ...nameInFile(path, document) }, false);
  return place.length > 0 ? place : code(name || (section ?? ''));
}

/** The name of the operation at a place: `POST /orders`. */
function operationAt([section, name = '', method = '']: Path): string | undefined {
  if (section === 'webhooks') return `webhook ${name}`;
  const isOperation = section === 'paths' && (METHODS as readonly string[]).includes(method);
  return isOperation ? `${method.toUpperCase()} ${name}` : undefined;
}

/** The components that are no schemas and came or went: one change for those of a kind. */
class ComponentChanges {
  readonly #before: SpecDocument;
  readonly #after: SpecDocument;
  readonly #added = new Map<string, Path[]>();
  readonly #removed = new Map<string, Path[]>();

  constructor(before: SpecDocument, after: SpecDocument) {
    this.#before = before;
    this.#after = after;
  }

  /** Takes the place of such a component, and answers whether it was one. */
  take(path: Path): boolean {
    const [section, kind = '', name] = path;
    if (section !== 'components' || name === undefined || COMPONENTS[kind] === undefined) return false;
    const isAdded = valueAt(this.#before.root, path) === undefined;
    if (!isAdded && valueAt(this.#after.root, path) !== undefined) return false;
    const taken = isAdded ? this.#added : this.#removed;
    const known = taken.get(kind);
    if (known) known.push(path);
    else taken.set(kind, [path]);
    return true;
  }

  changes(): Change[] {
    return [
      ...this.#sentences(this.#added, this.#after, text`added to`),
      ...this.#sentences(this.#removed, this.#before, text`removed from`),
    ];
  }

  #sentences(components: ReadonlyMap<string, readonly Path[]>, document: SpecDocument, happened: Text): Change[] {
    return [...components].flatMap(([kind, paths]) => {
      const [path] = paths;
      const words = COMPONENTS[kind];
      if (!path || !words) return [];
      const names = [...new Set(paths.map((each) => componentName(each, document)))];
      const subject = names.length === 1 ? words.one : words.many;
      const verb = names.length === 1 ? 'was' : 'were';
      return [changeAt(path, this.#after, text`The ${subject} ${someOf(names)} ${verb} ${happened} the components.`)];
    });
  }
}

/** A place of which something was told, and the component that it is a reference to. */
function withTarget(place: Path | undefined, { root }: SpecDocument): Path[] {
  if (!place) return [];
  const reference = referenceIn(valueAt(root, place));
  return reference === undefined ? [place] : [place, pathOf(reference)];
}

/** The operation or the component of a place; of all components of a kind that came or went with it, each. */
function namedPlaces(path: Path, before: SpecDocument, after: SpecDocument): Path[] {
  const [section, kind = '', name] = path;
  if (section !== 'components' || name !== undefined) return [path.slice(0, NAMED)];
  const names = [before, after].flatMap(({ root }) => {
    const components = objectOf(root.components);
    return Object.entries(kind ? { [kind]: components[kind] } : components).flatMap(([each, held]) =>
      Object.keys(objectOf(held)).map((name) => [section, each, name]),
    );
  });
  return names.length > 0 ? names : [path];
}

/** The security schemes that have another name now, by the name that they had. */
function renamedSchemes(facts: readonly Fact[]): ReadonlyMap<Json, Json> {
  const renamed = facts.filter(({ rule }) => rule === securitySchemeRenamed.name);
  return new Map(renamed.map(({ before, after }) => [before, after]));
}

/** A security requirement with the names that its schemes have now. */
function withNames(requirement: Json | undefined, renamed: ReadonlyMap<Json, Json>): JsonObject {
  const entries = Object.entries(objectOf(requirement)).map(([name, scopes]) => [renamed.get(name) ?? name, scopes]);
  return Object.fromEntries(entries);
}

/** The innermost places at which two values differ in more than in order, or in the names of what they refer to. */
function differing(before: Json, after: Json, renamed: ReadonlyMap<Json, Json>): Path[] {
  const found: Path[] = [];
  const path: string[] = [];
  const values = new OrderlessValues();
  const visit = (left: Json | undefined, right: Json | undefined): void => {
    // Whoever tells of the name of a scheme need not tell of the requirements that name it.
    if (path.at(-2) === 'security' && areSame(withNames(left, renamed), right ?? null)) return;
    const areObjects = isObject(left) && isObject(right);
    const areLists = Array.isArray(left) && Array.isArray(right) && left.length === right.length;
    if (!areObjects && !areLists) {
      const areNames = path.at(-1) === '$ref' && left !== undefined && right !== undefined;
      if (!areNames && !areSame(left, right)) found.push([...path]);
      return;
    }
    if (areLists && values.numberOf(left) === values.numberOf(right)) return;
    const own = areObjects ? withIgnored(left) : (left as JsonObject);
    const others = areObjects ? withIgnored(right) : (right as JsonObject);
    for (const key of new Set([...Object.keys(own), ...Object.keys(others)])) {
      path.push(key);
      visit(own[key], others[key]);
      path.pop();
    }
  };
  visit(before, after);
  return found;
}

/** Places of a contract. They tell whether another place is a part of one of them, or has one of them as a part. */
class Places {
  readonly #below = new Map<string, Places>();
  #isPlace = false;

  constructor(paths: readonly Path[]) {
    for (const path of paths) if (path.length > 0) this.#add(path);
  }

  touch([key, ...rest]: Path): boolean {
    if (this.#isPlace || key === undefined) return true;
    return this.#below.get(key)?.touch(rest) ?? false;
  }

  #add([key, ...rest]: Path): void {
    if (key === undefined) {
      this.#isPlace = true;
      return;
    }
    const below = this.#below.get(key) ?? new Places([]);
    this.#below.set(key, below);
    below.#add(rest);
  }
}

function changeAt(path: Path, after: SpecDocument, text: Text): Change {
  const operation = operationAt(path);
  return {
    id: REWRITTEN,
    rule: REWRITTEN,
    level: 'equivalent',
    impact: { wire: 'equivalent', types: 'equivalent' },
    operations: operation === undefined ? [] : [operation],
    text,
    message: plainText(text),
    before: null,
    after: null,
    location: locationOf('after', after, path),
    near: locationOf('after', after, path),
    places: { before: path, after: path },
  };
}
