import { asNumber, asText, type Entity, isEntity, localName, valuesOf } from './entity.js';

/** The keywords of a JSON Schema that decide which value belongs where. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly items?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly [keyword: string]: unknown;
}

/** Schemas may refer to themselves, and entities to each other. */
const MAX_DEPTH = 8;

/** Property names with the same meaning, where schema.org and users differ. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['title', 'name', 'headline'],
  ['image', 'images', 'picture', 'pictures', 'imageurl', 'thumbnail', 'thumbnailurl'],
  ['author', 'authors', 'creator'],
  ['url', 'link'],
  ['text', 'articlebody'],
  ['currency', 'pricecurrency'],
  ['rating', 'ratingvalue'],
  ['reviews', 'review'],
  ['reviewcount', 'ratingcount', 'numberofreviews'],
  ['published', 'publishedat', 'datepublished', 'publisheddate', 'publicationdate', 'publishedtime'],
  ['modified', 'modifiedat', 'datemodified', 'modifieddate', 'updatedat', 'modifiedtime'],
  ['instock', 'isavailable', 'available', 'availability'],
  ['ingredients', 'recipeingredient'],
  ['instructions', 'recipeinstructions', 'steps'],
];

/** Every entity has these properties: the name of an author must not become the name of the article. */
const OWN_PROPERTIES = new Set([...SYNONYMS.slice(0, 5).flat(), 'id', 'type', 'description', 'text', 'sameas']);

/** Fills a schema from the entity of the page that has the most of its properties. */
export function fill(schema: Schema, entities: readonly Entity[]): Record<string, unknown> {
  const filler = new Filler(schema, entities);
  const candidates = entities.map((entity) => filler.object(schema, entity, 0));
  let best: Record<string, unknown> | undefined;
  let most = -1;
  for (const candidate of candidates) {
    const count = countValues(candidate);
    if (count > most) {
      most = count;
      best = candidate;
    }
  }
  // The meta tags of the page supply the properties that the best entity lacks.
  const page = candidates.at(-1);
  return { ...page, ...best };
}

function countValues(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countValues(one), 0);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + countValues(one), 0);
}

class Filler {
  readonly #root: Schema;
  readonly #entities: readonly Entity[];

  constructor(root: Schema, entities: readonly Entity[]) {
    this.#root = root;
    this.#entities = entities;
  }

  object(schema: Schema, entity: Entity, depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const property = this.#resolve(inner);
      if (property === undefined) continue;
      const value = this.#property(property, name, entity, depth);
      if (value !== undefined) object[name] = value;
    }
    return object;
  }

  #property(schema: Schema, name: string, entity: Entity, depth: number): unknown {
    if (depth > MAX_DEPTH) return undefined;
    for (const values of lookUp(entity, name)) {
      const value = this.#value(schema, values, depth);
      if (value !== undefined) return value;
    }
    // `products` of a page are its entities of type Product.
    if (kindOf(schema) === 'array') {
      const entities = this.#entities.filter((one) =>
        one['@type'].some((type) => normalizeName(name) === `${normalizeName(type)}s`),
      );
      if (entities.length > 0) return this.#value(schema, entities, depth);
    }
    // An object without a property of its name may group properties of the entity itself.
    return kindOf(schema) === 'object' ? nonEmpty(this.object(schema, entity, depth + 1)) : undefined;
  }

  #value(schema: Schema, values: readonly unknown[], depth: number): unknown {
    const kind = kindOf(schema);
    if (kind === 'array') {
      const items = this.#resolve(schema.items ?? true) ?? {};
      const list = values.flatMap((value) => {
        const one = this.#value(items, [value], depth + 1);
        return one === undefined ? [] : [one];
      });
      return list.length > 0 ? list : undefined;
    }
    for (const value of values) {
      const one = kind === 'object' ? this.#objectFrom(schema, value, depth) : scalar(schema, kind, value);
      if (one !== undefined) return one;
    }
    return undefined;
  }

  #objectFrom(schema: Schema, value: unknown, depth: number): unknown {
    if (isEntity(value)) return nonEmpty(this.object(schema, value, depth + 1));
    return undefined;
  }

  /** Follows references into the root schema. */
  #resolve(schema: Schema | boolean): Schema | undefined {
    let current: unknown = schema === true ? {} : schema;
    for (let steps = 0; steps < MAX_DEPTH && isSchema(current) && typeof current.$ref === 'string'; steps++) {
      if (!current.$ref.startsWith('#')) return undefined;
      current = current.$ref
        .slice(1)
        .split('/')
        .filter((part) => part !== '')
        .reduce<unknown>((inner, part) => (isSchema(inner) ? inner[part] : undefined), this.#root);
    }
    return isSchema(current) ? current : undefined;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nonEmpty(object: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}

/** Yields the values under a name: first those of the entity, then those of nested entities, such as the price in an offer. */
function* lookUp(entity: Entity, name: string): Generator<readonly unknown[]> {
  const normalizedName = normalizeName(name);
  const names = [
    normalizedName,
    ...(SYNONYMS.find((group) => group.includes(normalizedName)) ?? []).filter((other) => other !== normalizedName),
  ];
  const inner = Object.entries(entity).flatMap(([property, value]) =>
    property === '@type' || typeof value !== 'object' ? [] : valuesOf(entity, property).filter(isEntity),
  );
  for (const one of OWN_PROPERTIES.has(normalizedName) ? [entity] : [entity, ...inner]) {
    for (const candidate of names) {
      for (const property of Object.keys(one)) {
        if (normalizeName(property) === candidate && property !== '@type') yield valuesOf(one, property);
      }
    }
  }
}

/** `price_currency`, `priceCurrency` and `Price Currency` are one name. */
function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function kindOf(schema: Schema): string {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.find((type) => type !== 'null') ?? (schema.properties ? 'object' : schema.items ? 'array' : 'any');
}

function scalar(schema: Schema, kind: string, value: unknown): unknown {
  const options = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (options !== undefined) {
    const text = asText(value);
    return options.find(
      (option) => text !== undefined && normalizeName(localName(text)) === normalizeName(String(option)),
    );
  }
  switch (kind) {
    case 'number':
      return asNumber(value);
    case 'integer': {
      const number = asNumber(value);
      return number !== undefined && Number.isInteger(number) ? number : undefined;
    }
    case 'boolean':
      return asBoolean(value);
    case 'string': {
      const text = asText(value);
      return text === undefined ? undefined : localName(text);
    }
    default:
      return value;
  }
}

/** Reads a boolean as pages write it; an availability such as `InStock` counts as one. */
function asBoolean(value: unknown): boolean | undefined {
  const name = localName(asText(value) ?? '').toLowerCase();
  if (['true', 'yes', 'instock', 'onlineonly', 'instoreonly', 'limitedavailability'].includes(name)) return true;
  return ['false', 'no', 'outofstock', 'soldout', 'discontinued'].includes(name) ? false : undefined;
}
