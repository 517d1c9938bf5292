import { byText, isObject, type Json, type JsonObject, type Path, pathOf, valueAt } from '../json.js';
import { isNeutral } from '../keywords/keywords.js';
import { canonicalMediaType } from '../media-type.js';
import { type Kind, operationsOf, placeOf } from '../shape.js';
import { Origins } from './origins.js';
import { Schemas } from './schema.js';

/**
 * A contract written in the one way that stands for all ways to write it, so that only changes of its meaning are left
 * to be seen.
 */
export interface Canonical {
  document: JsonObject;
  /** Where the contract says what stands at a place of the canonical document. */
  originOf(path: Path): Path;
}

export function canonical(root: JsonObject): Canonical {
  const origins = new Origins();
  const schemas = new Schemas(root, origins);

  const part = (kind: Kind, value: Json, path: Path): Json => {
    if (kind === 'schema') return schemas.canonical(value, path);
    if (!isObject(value)) return value;
    const result: JsonObject = {};
    for (const [key, inner] of Object.entries(value)) {
      const here = [...path, key];
      const place = placeOf(kind, key);
      if (!place) result[key] = inner;
      else if ('one' in place) result[key] = part(place.one, inner, here);
      else if ('list' in place)
        result[key] = asList(inner).map((item, index) => part(place.list, item, [...here, `${index}`]));
      else {
        result[key] = mapOf(place.map, inner, here);
      }
      if (isNeutral(key, inner)) delete result[key];
    }
    // The paths of the contract get their security as well.
    if (kind === 'callback') for (const item of Object.values(result).filter(isObject)) hoistParameters(item);
    return origins.set(kind === 'parameter' || kind === 'header' ? serialized(kind, result) : result, path);
  };

  const mapOf = (kind: Kind, value: Json, path: Path): JsonObject => {
    const result: JsonObject = {};
    const places: Record<string, Path> = {};
    for (const [name, item] of Object.entries(value ?? {})) {
      if (kind === 'header' && isIgnoredHeader(name, path)) continue;
      const spelled = keyOf(kind, name, path);
      // Two spellings of one name stay apart.
      const key = spelled in result ? name : spelled;
      places[key] = [...path, name];
      result[key] =
        kind !== 'schema' && name.startsWith('x-') && kind !== 'header' ? item : part(kind, item, places[key]);
    }
    return origins.set(result, path, places);
  };

  const { security = [], tags = [], ...rest } = root;
  const document = part('root', rest, []) as JsonObject;
  schemas.completeAll();
  for (const item of pathItems(document)) hoist(item, security);
  document['x-tags'] = tagsByName(tags);
  return withOrigins(document, origins);

  /** What a path item says for all its operations is said by each of them. */
  function hoist(item: JsonObject, everywhere: Json): void {
    hoistParameters(item);
    for (const path of operationsOf(item).values()) {
      const operation = valueAt(item, path);
      if (!isObject(operation) || operation.security !== undefined) continue;
      operation.security = everywhere;
      origins.place(operation, 'security', ['security']);
    }
  }

  function hoistParameters(item: JsonObject): void {
    const { parameters: shared } = item;
    delete item.parameters;
    for (const path of operationsOf(item).values()) {
      const operation = valueAt(item, path);
      if (!isObject(operation)) continue;
      const own = asList(operation.parameters ?? []).filter(isRead);
      const names = new Set(own.map(identity));
      const inherited = asList(shared ?? []).filter(
        (parameter) => isRead(parameter) && !names.has(identity(parameter)),
      );
      const parameters = [...own, ...inherited].sort((left, right) => byText(identity(left), identity(right)));
      delete operation.parameters;
      if (parameters.length > 0) operation.parameters = parameters;
    }
  }

  /** Turns the tags into a map by their names, because their order means nothing. */
  function tagsByName(tags: Json): JsonObject {
    const named = asList(tags).map((tag, index) => ({ name: isObject(tag) ? String(tag.name) : '', tag, index }));
    const places = named.map(({ name, index }) => [name, ['tags', `${index}`]] as const);
    const values = named.map(({ name, tag }) => [name, tag] as const);
    return origins.set(Object.fromEntries(values), ['tags'], Object.fromEntries(places));
  }

  function isRead(parameter: Json): boolean {
    return !IGNORED_PARAMETERS.has(identity(parameter).toLowerCase());
  }

  /** What a parameter is known by: where it stands and its name. */
  function identity(parameter: Json): string {
    const written = isObject(parameter) && typeof parameter.$ref === 'string' ? pathOf(parameter.$ref) : undefined;
    const target = written ? valueAt(root, written) : parameter;
    return isObject(target) ? `${target.in} ${target.name}` : '';
  }
}

/** A function of its own, so that nothing else of what made the document is kept with it. */
function withOrigins(document: JsonObject, origins: Origins): Canonical {
  return { document, originOf: (path) => origins.of(document, path) };
}

/** What content, media types and security schemes say; the specification has parameters of these names ignored. */
const IGNORED_PARAMETERS = new Set(['header accept', 'header content-type', 'header authorization']);

/** Media types say what this header of a response or of a part would say, so that the specification has it ignored. */
function isIgnoredHeader(name: string, path: Path): boolean {
  return !isComponents(path) && name.toLowerCase() === 'content-type';
}

function isComponents(path: Path): boolean {
  return path[0] === 'components' && path.length === 2;
}

/** Neither the case of a header's name or of a range of statuses, nor how a media type is spelled means anything. */
function keyOf(kind: Kind, name: string, path: Path): string {
  if (isComponents(path)) return name;
  if (kind === 'header') return name.toLowerCase();
  if (kind === 'response') return /^[1-5]xx$/.test(name) ? name.toUpperCase() : name;
  return kind === 'mediaType' && path.at(-1) === 'content' ? canonicalMediaType(name) : name;
}

function pathItems(document: JsonObject): JsonObject[] {
  const { pathItems: shared } = (document.components ?? {}) as JsonObject;
  return [document.paths, document.webhooks, shared].flatMap((items) => Object.values(items ?? {}).filter(isObject));
}

/** How a parameter or a header is written down follows from where it stands, unless it says otherwise. */
function serialized(kind: Kind, part: JsonObject): JsonObject {
  const isDescribed = kind === 'header' ? !('$ref' in part) : typeof part.in === 'string';
  if (!isDescribed || 'content' in part) return part;
  const style = part.style ?? (['query', 'cookie'].includes(String(part.in)) ? 'form' : 'simple');
  return { ...part, style, explode: part.explode ?? style === 'form' };
}

function asList(value: Json): Json[] {
  return Array.isArray(value) ? value : [];
}
