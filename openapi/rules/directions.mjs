// A caller's mistake is refused, the service's news is let through: what only requests use is closed, what only
// answers use is open. A schema that travels both ways is left to its author.

/** @import { Direction, Node, Rule, Schema } from './contract.mjs' */

/** @type {(schema: Schema, direction: Direction) => boolean} */
const onlyIn = ({ directions, condition }, direction) =>
  directions.size === 1 && directions.has(direction) && !condition;

/**
 * Whether unknown keys are spoken of. Beside `allOf` only `unevaluatedProperties` sees what the members allow.
 * @param {Node} schema
 */
const speaksOfUnknownKeys = (schema) =>
  'unevaluatedProperties' in schema || (!schema.allOf && (!schema.properties || 'additionalProperties' in schema));

/** @type {Rule} */
export const requestObjects = function* (contract) {
  // A schema that others build on cannot be closed itself, or it would refuse what they add. It is closed where it is used.
  const members = new Set(contract.schemas.flatMap(({ schema }) => schema.allOf ?? []).map(({ $ref }) => $ref));
  const builtUpon = contract.schemas
    .filter(
      ({ top, component, schema }) =>
        top && members.has(`#/components/schemas/${component}`) && !speaksOfUnknownKeys(schema),
    )
    .map(({ component }) => `#/components/schemas/${component}`);
  for (const node of contract.schemas) {
    const { path, schema, component, top } = node;
    if (!onlyIn(node, 'request')) continue;
    const openTop = top && !speaksOfUnknownKeys(schema) && !builtUpon.includes(`#/components/schemas/${component}`);
    const openUse = builtUpon.includes(schema.$ref) && path.at(-2) !== 'allOf' && !('unevaluatedProperties' in schema);
    if (!openTop && !openUse) continue;
    const keyword = openUse || schema.allOf ? 'unevaluatedProperties' : 'additionalProperties';
    const message = `Refuse unknown keys with \`${keyword}: false\`, as the service does, or say \`true\` where it does not.`;
    yield { path, message };
  }
};

/** @type {Rule} */
export const answerObjects = function* (contract) {
  for (const node of contract.schemas) {
    if (!onlyIn(node, 'answer')) continue;
    const { path, schema, top } = node;
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      if (schema[keyword] !== false) continue;
      yield {
        path: [...path, keyword],
        message: `Remove \`${keyword}: false\`: a field that the service adds must not break a caller.`,
      };
    }
    if (top && schema['x-evidence'] === 'observed' && schema.properties && !('additionalProperties' in schema)) {
      yield {
        path,
        message:
          'Add `additionalProperties: true`: an answer that was only observed may have more fields than were seen.',
      };
    }
  }
};

/** @type {Rule} */
export const openSets = function* ({ schemas }) {
  for (const node of schemas) {
    const { path, schema, directions } = node;
    const open = schema['x-extensible-enum'];
    if (schema.enum && onlyIn(node, 'answer')) {
      const message =
        'Write `x-extensible-enum` for `enum` (or `const` for a single value): a new value from the service must not break a caller.';
      yield { path: [...path, 'enum'], message };
    }
    if (open === undefined) continue;
    const found = (/** @type {string} */ message) => ({ path: [...path, 'x-extensible-enum'], message });
    if (directions.has('request'))
      yield found('Write `enum` for `x-extensible-enum`: what a caller may send is a closed set.');
    if (!Array.isArray(open) || !open.length || new Set(open).size < open.length) {
      yield found('List the known values in `x-extensible-enum`, at least one and each once.');
    } else if (![schema.type].flat().includes('string') || open.some((value) => typeof value !== 'string')) {
      yield found('Use `x-extensible-enum` on strings, with strings.');
    }
  }
};
