/**
 * The one way through the contract: its operations, its references, its pointers and the schemas below a schema. The code
 * generator, the reference, the rules, the tests and the service all use it. It is private: a package that needs it
 * bundles it. It is JavaScript because Spectral, which runs the rules, loads no TypeScript.
 *
 * @typedef {Record<string, any>} Node  A part of the contract. Redocly checks its shape, so it is not typed here.
 * @typedef {readonly (string | number)[]} Keys  The keys that lead from the root of the contract to a part of it.
 * @typedef {(typeof METHODS)[number]} Method
 *
 * @typedef {object} PlacedOperation
 * @property {readonly [room: string, path: string, method: Method]} keys
 * @property {string} name  Its `operationId`.
 * @property {string} path  As in `/v2/crawl/{id}`, or the name of a webhook.
 * @property {Method} method
 * @property {Node} item  The path item, whose parameters the operation shares.
 * @property {Node} operation
 */

/** The methods of a path item, in the order in which operations are listed. */
const METHODS = /** @type {const} */ (['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'trace']);

/** The keywords of a schema whose value is a schema. */
const SINGLE_SCHEMA = [
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
];
const SCHEMA_LISTS = ['oneOf', 'anyOf', 'allOf', 'prefixItems'];
const SCHEMA_MAPS = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];

/** The keywords whose schemas only ask about a value and do not describe it. */
export const CONDITIONS = ['not', 'if', 'then', 'else'];

/** The keywords whose refusal `x-refusal` words, if it is beside one. The service words all others by itself. */
export const REFUSAL_KEYWORDS = ['pattern', 'format', 'minProperties', 'if', 'not'];

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Every operation below `paths`, or below `webhooks`, in the order of the contract.
 * @param {Node} contract
 * @param {'paths' | 'webhooks'} room
 * @returns {PlacedOperation[]}
 */
export function operationsOf(contract, room = 'paths') {
  return Object.entries(contract[room] ?? {}).flatMap(([path, placed]) => {
    const item = resolve(contract, placed);
    return METHODS.flatMap((method) => {
      const operation = item?.[method];
      if (!isObject(operation)) return [];
      const keys = /** @type {const} */ ([room, path, method]);
      return [{ keys, name: String(operation.operationId), path, method, item, operation }];
    });
  });
}

/**
 * The JSON pointer (RFC 6901) that leads where the keys lead: `#/paths/~1v2~1map`.
 * @param {Keys} keys
 */
export function pointerOf(keys) {
  return ['#', ...keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/**
 * The keys of a JSON pointer. Only the fragment of a URI, as in `$ref`, is percent-encoded; the document that the URI
 * names is left out.
 * @param {string} pointer
 */
export function keysOf(pointer) {
  const fragment = pointer.indexOf('#');
  const path = fragment === -1 ? pointer : decodeURIComponent(pointer.slice(fragment + 1));
  if (path === '') return [];
  const keys = path.replace(/^\//, '').split('/');
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * The value to which the keys lead, or undefined if they lead nowhere.
 * @param {unknown} root
 * @param {Keys} keys
 * @returns {any}
 */
export function valueAt(root, keys) {
  let value = root;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = /** @type {Node} */ (value)[key];
  }
  return value;
}

/**
 * The keys of the place where a part is written, which is elsewhere if the part is a `$ref`. Undefined if the keys or a
 * `$ref` lead nowhere, or if references lead in a circle.
 * @param {Node} contract
 * @param {Keys} keys
 * @returns {Keys | undefined}
 */
export function placeOf(contract, keys) {
  const visited = new Set();
  let place = keys;
  let value = valueAt(contract, place);
  while (isReference(value)) {
    if (visited.has(value.$ref)) return undefined;
    visited.add(value.$ref);
    place = keysOf(value.$ref);
    value = valueAt(contract, place);
  }
  return value === undefined ? undefined : place;
}

/**
 * The part to which a `$ref` leads, through all references on the way. A part that is no `$ref` is returned as it is.
 * @template {object} Part
 * @param {Node} contract
 * @param {Part} part
 * @returns {Exclude<Part, { readonly $ref: string }>}
 */
export function resolve(contract, part) {
  if (!isReference(part)) return /** @type {any} */ (part);
  const place = placeOf(contract, keysOf(part.$ref));
  if (!place) throw new Error(`${part.$ref}: a $ref points here, but nothing stands at this place.`);
  return valueAt(contract, place);
}

/**
 * The schema to which a `$ref` leads, with the keywords beside the `$ref`, which win. A schema without a `$ref` is
 * returned as it is.
 * @param {Node} contract
 * @param {Node} schema
 * @returns {Node}
 */
export function resolveSchema(contract, schema) {
  if (!isReference(schema)) return schema;
  const { $ref, ...keywords } = schema;
  return { ...resolveSchema(contract, valueAt(contract, keysOf($ref))), ...keywords };
}

/**
 * @param {unknown} part
 * @returns {part is Node & { $ref: string }}
 */
function isReference(part) {
  return isObject(part) && typeof part.$ref === 'string';
}

/**
 * The keys from a schema to each schema that is written inside it.
 * @param {Node} schema
 * @returns {[keyword: string, ...(string | number)[]][]}
 */
export function innerSchemas(schema) {
  /** @type {[keyword: string, ...(string | number)[]][]} */
  const places = [];
  for (const keyword of [...SINGLE_SCHEMA, ...CONDITIONS]) {
    if (keyword in schema) places.push([keyword]);
  }
  for (const keyword of SCHEMA_LISTS) {
    for (const index of (schema[keyword] ?? []).keys()) places.push([keyword, index]);
  }
  for (const keyword of SCHEMA_MAPS) {
    for (const name of Object.keys(schema[keyword] ?? {})) places.push([keyword, name]);
  }
  return places;
}
