import { Ajv } from 'ajv';

/** @import { ValidateFunction } from 'ajv' */
/** @import { Node, Rule } from './contract.mjs' */

const ROOT = 'x-credit-rules';

/** @type {ValidateFunction<Node[]>} */
const hasShape = new Ajv({ allErrors: true, allowUnionTypes: true }).compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'field', 'value', 'most', 'per', 'description'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$' },
      operations: { type: 'array', minItems: 1, items: { type: 'string' } },
      field: { type: 'string' },
      value: { type: ['string', 'boolean', 'array'] },
      least: { type: 'integer', minimum: 0 },
      most: { type: 'integer', minimum: 0 },
      per: { type: 'string', minLength: 1 },
      extra: { const: true },
      description: { type: 'string', minLength: 1 },
    },
  },
});

/** @type {Rule} */
export const creditRules = function* ({ document, operations, schemas }) {
  const rules = document[ROOT];
  if (rules === undefined) {
    yield {
      path: [],
      message: `Say what calls cost in \`${ROOT}\` at the root, or that nothing does with an empty list.`,
    };
    return;
  }
  if (!hasShape(rules)) {
    for (const { instancePath, message } of hasShape.errors ?? []) {
      yield { path: [ROOT, ...instancePath.split('/').slice(1)], message: `Mend the credit rule, which ${message}.` };
    }
    return;
  }
  const operationIds = operations.map(({ operation }) => operation.operationId);
  const fields = schemas.filter(({ directions }) => directions.has('request')).map(({ property }) => property);
  for (const [index, rule] of rules.entries()) {
    const found = (/** @type {string} */ key, /** @type {string} */ message) => ({ path: [ROOT, index, key], message });
    if (rules.findIndex(({ id }) => id === rule.id) < index) {
      yield found('id', `Give the credit rule an id of its own, "${rule.id}" stands further up.`);
    }
    if (rule.least > rule.most) yield found('least', 'Let `least` be no more than `most`.');
    for (const name of rule.operations ?? []) {
      if (!operationIds.includes(name))
        yield found('operations', `Correct "${name}": no operation has this operationId.`);
    }
    for (const name of rule.field.split('.')) {
      if (!fields.includes(name)) yield found('field', `Correct "${name}": no request has this field.`);
    }
  }
};
