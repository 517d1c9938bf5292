/** @import { Node, Rule } from './contract.mjs' */

/** What counts as a bound, by type. A closed set bounds every type. @type {Record<string, string[]>} */
const BOUNDS = {
  array: ['maxItems'],
  string: ['maxLength', 'format', 'pattern'],
  integer: ['minimum', 'exclusiveMinimum'],
  number: ['minimum', 'exclusiveMinimum'],
};
const CLOSED_SET = ['enum', 'const'];

/** @type {Rule} */
export const requestBounds = function* ({ schemas }) {
  for (const { path, schema, condition, directions } of schemas) {
    if (condition || !directions.has('request')) continue;
    const unbounded = [schema.type].flat().filter((type) => !isBounded(schema, type));
    const reason = schema['x-unbounded'];
    if (reason === undefined) {
      for (const type of unbounded) {
        const message = `Bound the ${type} with ${BOUNDS[type]?.join(' or ')}, or say in \`x-unbounded\` why the service sets no bound.`;
        yield { path, message };
      }
    } else if (!unbounded.length) {
      yield { path: [...path, 'x-unbounded'], message: 'Remove `x-unbounded`: the value is bounded.' };
    } else if (typeof reason !== 'string' || !reason.trim()) {
      yield {
        path: [...path, 'x-unbounded'],
        message: 'Say in `x-unbounded`, in words, why the service sets no bound.',
      };
    }
  }
};

/** @type {(schema: Node, type: string) => boolean} */
const isBounded = (schema, type) => {
  const bounds = BOUNDS[type];
  return !bounds || [...bounds, ...CLOSED_SET].some((keyword) => keyword in schema);
};
