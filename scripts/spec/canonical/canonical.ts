import { isObject, type Json, type JsonObject, type Path, pathOf, valueAt } from '../json.js';
import { type Kind, METHODS, placeOf } from '../shape.js';
import { SAYS_NOTHING } from './keywords.js';
import { byText, opaque, opaqueList } from './opaque.js';
import { Origins } from './origins.js';
import { Schemas } from './schema.js';

/**
 * A contract written in the one way that stands for all ways to write it, so that only changes of its meaning are left
 * to be seen.
 *
 * What is referred to stands in a file of its own: Redocly pairs the components of two documents by their names and,
 * where these differ, by their likeness, when only the places that refer to them say which belong together.
 */
export interface Canonical {
  document: JsonObject;
  components: JsonObject;
  /** Where the contract says what stands at a place of the document or of the components. */
  originOf(root: JsonObject, path: Path): Path;
  /** What a reference of a canonical contract leads to. */
  resolve(reference: string): Json | undefined;
}

export const DOCUMENT = 'document.json';
export const COMPONENTS = 'components.json';

/** Objects that Redocly knows by itself, and whose spelling is nobody's choice. */
const AS_WRITTEN = new Set(['info', 'servers', 'tags', 'security', 'externalDocs', 'encoding', 'links', 'variables']);

export function canonical(root: JsonObject): Canonical {
  const origins = new Origins();
  const schemas = new Schemas(root, origins, renamed);

  const part = (kind: Kind, value: Json, path: Path): Json => {
    if (kind === 'schema') return schemas.canonical(value, path);
    if (!isObject(value)) return value;
    const result: JsonObject = {};
    for (const [key, inner] of Object.entries(value)) {
      const here = [...path, key];
      const place = placeOf(kind, key);
      if (key === '$ref') result[key] = renamed(String(inner));
      else if (!place)
        result[key] = AS_WRITTEN.has(key) ? inner : key.startsWith('x-') ? opaqueList(inner) : opaque(inner);
      else if ('one' in place) result[key] = part(place.one, inner, here);
      else if ('list' in place)
        result[key] = asList(inner).map((item, index) => part(place.list, item, [...here, `${index}`]));
      else {
        result[key] = mapOf(place.map, inner, here);
      }
      if (SAYS_NOTHING[key]?.includes(inner)) delete result[key];
    }
    return origins.set(kind === 'parameter' ? serialized(result) : result, path);
  };

  const mapOf = (kind: Kind, value: Json, path: Path): JsonObject => {
    const result: JsonObject = {};
    const places: Record<string, Path> = {};
    for (const [name, item] of Object.entries(value ?? {})) {
      // Nobody minds the letters that the name of a header is written in.
      const key = kind === 'header' && path.at(-3) === 'responses' ? name.toLowerCase() : name;
      places[key] = [...path, name];
      result[key] =
        kind !== 'schema' && name.startsWith('x-') && kind !== 'header'
          ? opaqueList(item)
          : part(kind, item, places[key]);
    }
    return origins.set(result, path, places);
  };

  const { components = {}, security = [], tags = [], ...rest } = root;
  const { securitySchemes, ...others } = components as JsonObject;
  const document = part('root', rest, []) as JsonObject;
  for (const item of pathItems(document)) hoist(item, security);
  document['x-tags'] = tagsByName(tags);
  if (isObject(securitySchemes)) {
    document.components = origins.set({ securitySchemes }, ['components']);
  }
  const referredTo = part('components', others, ['components']) as JsonObject;

  return {
    document,
    components: referredTo,
    originOf: (from, path) => origins.of(from, path),
    resolve: (reference) => valueAt(reference.startsWith(COMPONENTS) ? referredTo : document, pathOf(reference)),
  };

  /** What a path item says for all its operations is said by each of them. */
  function hoist(item: JsonObject, everywhere: Json): void {
    const { parameters: shared } = item;
    delete item.parameters;
    for (const method of METHODS) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const own = asList(operation.parameters ?? []);
      const names = new Set(own.map(identity));
      const inherited = asList(shared ?? []).filter((parameter) => !names.has(identity(parameter)));
      const parameters = [...own, ...inherited].sort((left, right) => byText(identity(left), identity(right)));
      delete operation.parameters;
      if (parameters.length > 0) operation.parameters = parameters;
      if (operation.security !== undefined) continue;
      operation.security = everywhere;
      origins.place(operation, 'security', ['security']);
    }
  }

  /** Tags as a map: Redocly pairs the members of a list by their likeness, and these have a name. */
  function tagsByName(tags: Json): JsonObject {
    const named = asList(tags).map((tag, index) => ({ name: isObject(tag) ? String(tag.name) : '', tag, index }));
    const places = named.map(({ name, index }) => [name, ['tags', `${index}`]] as const);
    const texts = named.map(({ name, tag }) => [name, opaque(tag)] as const);
    return origins.set(Object.fromEntries(texts), ['tags'], Object.fromEntries(places));
  }

  /** What a parameter is known by: where it stands and its name. */
  function identity(parameter: Json): string {
    const written = isObject(parameter) && typeof parameter.$ref === 'string' ? pathOf(parameter.$ref) : undefined;
    const target = written ? valueAt(root, ['components', ...written]) : parameter;
    return isObject(target) ? `${target.in} ${target.name}` : '';
  }
}

function pathItems(document: JsonObject): JsonObject[] {
  return [document.paths, document.webhooks].flatMap((items) => Object.values(items ?? {}).filter(isObject));
}

/** `#/components/schemas/Page` stands at `#/schemas/Page` of the file of components. */
function renamed(target: string): string {
  const inComponents = target.startsWith('#/components/');
  return inComponents ? `${COMPONENTS}#/${target.slice('#/components/'.length)}` : `${DOCUMENT}${target}`;
}

/** How a parameter is written down follows from where it stands, unless it says otherwise. */
function serialized(parameter: JsonObject): JsonObject {
  if (typeof parameter.in !== 'string' || 'content' in parameter) return parameter;
  const style = parameter.style ?? (['query', 'cookie'].includes(parameter.in) ? 'form' : 'simple');
  return { ...parameter, style, explode: parameter.explode ?? style === 'form' };
}

function asList(value: Json): Json[] {
  return Array.isArray(value) ? value : [];
}
