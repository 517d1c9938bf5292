import { isObject, type JsonObject } from '../json.js';
import type { Written } from './written.js';

/** What holds for the same value as the schema that it stands in. */
const APPLIED = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'];

/** Whether a schema closes what its parts leave open: it cannot be taken apart where there is more than itself. */
export function isSealed(schema: JsonObject): boolean {
  const closes = saysMore(schema, 'unevaluatedProperties') || saysMore(schema, 'unevaluatedItems');
  return closes && APPLIED.some((keyword) => keyword in schema);
}

/** Writes `unevaluatedProperties` as `additionalProperties`: a schema without parts evaluates only its own fields. */
export function closedByItself({ unevaluatedProperties, ...others }: JsonObject): JsonObject {
  return unevaluatedProperties === undefined ? others : { additionalProperties: unevaluatedProperties, ...others };
}

/**
 * Whether a schema has to stay by itself among others: it closes itself over the fields and items that stand beside it,
 * and would close itself over those of the others, too.
 */
export function standsAlone(part: Written, parts: readonly Written[], root: Written | undefined): boolean {
  const { schema } = part;
  const isPart = part !== root;
  if (isPart && isSealed(schema)) return true;
  const closesItems = isPart && saysMore(schema, 'unevaluatedItems');
  const isClosed = saysMore(schema, 'additionalProperties') || (isPart && saysMore(schema, 'unevaluatedProperties'));
  if (!closesItems && !isClosed) return false;
  const others = parts.filter((other) => other !== part).map((other) => other.schema);
  if (closesItems && others.some(speaksOfItems)) return true;
  const own = namesIn(schema);
  return isClosed && others.some((other) => [...namesIn(other)].some((name) => !own.has(name)));
}

/** Whether a keyword that closes a schema is there, and does. */
function saysMore(schema: JsonObject, keyword: string): boolean {
  return keyword in schema && schema[keyword] !== true;
}

function speaksOfItems(schema: JsonObject): boolean {
  return ['prefixItems', 'items', 'contains', 'unevaluatedItems'].some((keyword) => keyword in schema);
}

/** The fields that a schema names, and the patterns of those that it does not. */
function namesIn({ properties, patternProperties }: JsonObject): Set<string> {
  const names = (kind: string, map: unknown) =>
    isObject(map) ? Object.keys(map).map((name) => `${kind} ${name}`) : [];
  return new Set([...names('field', properties), ...names('pattern', patternProperties)]);
}
