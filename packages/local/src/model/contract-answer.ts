import { CONTRACT, resolved, type Schema, type SchemaObject } from '../contract/contract.js';

export interface AnswerSchema {
  readonly [keyword: string]: unknown;
  readonly properties: Readonly<Record<string, Schema>>;
}

/**
 * A schema of an object of the contract, as a model gets it: in one piece, without extensions and defaults, with no
 * properties but these, and of open lists of values those that are known.
 */
export function answerSchema(name: string): AnswerSchema {
  return { properties: {}, ...wholeSchema({ $ref: `${CONTRACT}#/components/schemas/${name}` }) };
}

function wholeSchema(schema: SchemaObject): SchemaObject {
  const { default: _, 'x-extensible-enum': values, ...own } = { ...resolved<SchemaObject>(schema), ...schema };
  const { $ref, properties, items, anyOf, ...rest } = own;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => !keyword.startsWith('x-'))),
    ...(Array.isArray(values) && { enum: values }),
    ...(properties && { properties: mapped(properties), additionalProperties: false }),
    ...(items !== undefined && { items: whole(items) }),
    ...(anyOf && { anyOf: anyOf.map(whole) }),
  };
}

function mapped(properties: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, whole(schema)]));
}

function whole(schema: Schema): Schema {
  return typeof schema === 'boolean' ? schema : wholeSchema(schema);
}
