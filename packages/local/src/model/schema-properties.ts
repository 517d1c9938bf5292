import { isObject } from '../base/is-object.js';

/** The maximum depth, because schemas may refer to themselves. */
const MAX_DEPTH = 16;

/**
 * Leaves out what a schema does not name, unless the schema itself allows more: a page could otherwise make the model add
 * properties to the answer.
 */
export function withNamedProperties(schema: unknown, value: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return value;
  const { properties, patternProperties, additionalProperties, items } = schema;
  if (Array.isArray(value)) return value.map((item) => withNamedProperties(items, item, depth + 1));
  if (!isObject(value) || !isObject(properties) || patternProperties !== undefined || isComposed(schema)) return value;
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  const entries = Object.entries(value).filter(([name]) => isOpen || Object.hasOwn(properties, name));
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      name,
      Object.hasOwn(properties, name) ? withNamedProperties(properties[name], inner, depth + 1) : inner,
    ]),
  );
}

/** Other branches of a schema may name more properties. */
function isComposed(schema: Readonly<Record<string, unknown>>): boolean {
  return ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'].some((keyword) => keyword in schema);
}
