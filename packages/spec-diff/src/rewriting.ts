import { nameInFile } from './component-name.js';
import type { SpecDocument } from './document.js';
import {
  areSame,
  asList,
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  objectOf,
  type Path,
  valueAt,
} from './json.js';
import { appliesToType, isAnnotation } from './keywords/keywords.js';
import { placeName } from './place.js';
import { code, keyOf, sequence, type Text, text, withoutDoubles } from './text.js';
import { withIgnored } from './upgrade.js';
import { joined, listTransition, quoted } from './wording.js';

/** How many rewritings of a place, and how many places of one rewriting, are named. */
const NAMED = 3;

/** How long a value may be that is named with its keyword. */
const LONGEST = 40;

/** Keywords whose values have names of their own under them, so that no keyword stands there. */
const HOLDERS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'schemas'];

/** A place at which two contracts are written differently. */
interface Leaf {
  path: Path;
  before: Json | undefined;
  after: Json | undefined;
}

/** What was rewritten, and the field that it is about where that is a single one. */
interface Rewriting {
  words: Text;
  place?: Text;
  /** Whether only words for people changed, which the canonical form leaves out where a value needs none. */
  isWording: boolean;
}

/** What was rewritten at some places of an operation or a component; undefined where that takes more than a short sentence. */
export function rewritingOf(
  owner: Path,
  paths: readonly Path[],
  before: SpecDocument,
  after: SpecDocument,
): Rewriting | undefined {
  const phrases = new Map<string, { phrase: Text; places: Text[] }>();
  for (const path of paths) {
    const leaf = { path, before: leafAt(before, path), after: leafAt(after, path) };
    const phrase = path.length > owner.length ? phraseOf(leaf, before, after) : undefined;
    if (phrase === undefined) return undefined;
    const document = leaf.after === undefined ? before : after;
    const ancestors = ancestorsOf(path, document);
    const where = { written: path, ancestors, root: document.root, ...nameInFile(path, document) };
    const known = phrases.get(keyOf(phrase)) ?? { phrase, places: [] };
    known.places.push(placeName(where, false));
    phrases.set(keyOf(phrase), known);
    if (phrases.size > NAMED) return undefined;
  }
  if (phrases.size === 0) return undefined;
  const all = [...phrases.values()];
  const [place, ...others] = withoutDoubles(all.flatMap(({ places }) => places));
  const isWordOnly = (path: Path) =>
    isOfWords(path) && !isSameExample(path, before, after) && ![before, after].some((each) => isIgnored(each, path));
  const isWording = paths.every(isWordOnly);
  if (place && place.length > 0 && others.length === 0) {
    return { words: joined(all.map(({ phrase }) => phrase)), place, isWording };
  }
  return { words: joined(all.map(({ phrase, places }) => text`${phrase}${placesOf(places)}`)), isWording };
}

/** What a place is part of, from the inside out. */
function ancestorsOf(path: Path, { root }: SpecDocument): JsonObject[] {
  const outer = path.map((_key, index) => valueAt(root, path.slice(0, index))).filter(isObject);
  return outer.reverse();
}

/** The places of one rewriting: " in `Size.unit`". */
function placesOf(all: readonly Text[]): Text {
  const names = withoutDoubles(all).filter((each) => each.length > 0);
  if (names.length === 0) return [];
  const shown = names.slice(0, NAMED);
  const rest = names.length - shown.length;
  return rest > 0 ? text` in ${sequence(shown)} and ${rest} more` : text` in ${joined(shown)}`;
}

/** What stands at a place, beside a reference as well where it is ignored. */
function leafAt({ root }: SpecDocument, path: Path): Json | undefined {
  const value = valueAt(root, path);
  if (value !== undefined) return value;
  const [key = ''] = path.slice(-1);
  return withIgnored(objectOf(valueAt(root, path.slice(0, -1))))[key];
}

/** Whether an example of before is one of a list of one now, or the other way round. */
function isSameExample(path: Path, before: SpecDocument, after: SpecDocument): boolean {
  if (!['example', 'examples'].includes(path.at(-1) ?? '')) return false;
  const [own, other] = [before, after].map(({ root }) => {
    const { example, examples } = objectOf(valueAt(root, path.slice(0, -1)));
    return example === undefined ? examples : [example];
  });
  return own !== undefined && areSame(own, other);
}

function isIgnored(document: SpecDocument, path: Path): boolean {
  return valueAt(document.root, path) === undefined && leafAt(document, path) !== undefined;
}

function phraseOf({ path, before, after }: Leaf, older: SpecDocument, newer: SpecDocument): Text | undefined {
  const [holder = '', keyword = ''] = path.slice(-2);
  if (HOLDERS.includes(holder) || /^\d+$/.test(keyword)) return undefined;
  const schema = objectOf(valueAt((after === undefined ? older : newer).root, path.slice(0, -1)));
  const isBesideReference = [older, newer].some((document) => isIgnored(document, path));
  const reason = isBesideReference ? text`, which OpenAPI 3.0 ignores beside \`$ref\`,` : reasonOf(keyword, schema);
  const isInBoth = before !== undefined && after !== undefined;
  const happened = before === undefined ? 'was added' : 'was removed';
  if (isOfWords(path))
    return text`the ${quoted(keyword)}${isBesideReference ? reason : ''} ${isInBoth ? 'changed' : happened}`;
  if (isInBoth) return changedPhrase(text`${quoted(keyword)}${reason}`, before, after);
  return text`${withValue(keyword, before ?? after ?? null)}${reason} ${happened}`;
}

/** Whether only people read what stands at a place. */
function isOfWords(path: Path): boolean {
  const [holder = '', keyword = ''] = path.slice(-2);
  return !HOLDERS.includes(holder) && isAnnotation(keyword);
}

function changedPhrase(name: Text, before: Json, after: Json): Text | undefined {
  const entries = listTransition(before, after);
  if (entries !== undefined) return text`${name} ${entries}`;
  if ([before, after].some((value) => typeof value === 'object')) return undefined;
  const areShort = [before, after].every((value) => jsonText(value).length <= LONGEST);
  return areShort ? text`${name} went from ${quoted(before)} to ${quoted(after)}` : text`${name} changed`;
}

/** Names a keyword with its value, "`type: object`", or alone if the value is long or an object. */
function withValue(keyword: string, value: Json): Text {
  const shown = typeof value === 'string' ? value : jsonText(value);
  return code(typeof value === 'object' || shown.length > LONGEST ? keyword : `${keyword}: ${shown}`);
}

/** Why a keyword means nothing in its schema, or why its value is none that it may have. */
function reasonOf(keyword: string, schema: JsonObject): Text {
  const names = keyword === 'required' ? asList(schema.required) : [];
  if (names.some((name) => typeof name !== 'string')) return text`, in which only names of fields may stand,`;
  if (keyword === 'type' && schema.type === 'object' && 'properties' in schema)
    return text`, which \`properties\` says as well,`;
  const types = asList(schema.type);
  if (types.length === 0 || appliesToType(keyword, types)) return [];
  return text`, which means nothing beside ${code(`type: ${types.join(' | ')}`)},`;
}
