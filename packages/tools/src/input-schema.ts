import * as z from 'zod';

/**
 * The input of a tool as a JSON Schema that every client takes: an object of plain fields and no others. What some client or
 * model refuses (references, unions, formats, bounds, defaults) is not in it. The description of a field states its bounds
 * and its default.
 */
export interface InputSchema {
  type: 'object';
  properties: Record<string, FieldSchema>;
  required?: string[];
  additionalProperties: false;
}

/** The schema of one field. */
export interface FieldSchema {
  type: 'string' | 'integer' | 'boolean' | 'array';
  description: string;
  enum?: string[];
  items?: { type: 'string' };
}

/** The schema of a field as Zod writes it. */
interface ZodFieldSchema extends FieldSchema {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

export function inputSchemaOf(input: z.ZodObject): InputSchema {
  // Every field is made by a function of `input-fields.ts`, so there are no other types.
  const schema = z.toJSONSchema(input, { io: 'input' }) as unknown as InputSchema;
  const properties = Object.entries(schema.properties).map(([name, field]) => [name, plainSchema(field)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(schema.required && { required: schema.required }),
    additionalProperties: false,
  };
}

function plainSchema({ type, enum: values, items, ...field }: ZodFieldSchema): FieldSchema {
  const sentences = [field.description];
  if (field.default !== undefined) sentences.push(`Default: ${field.default}.`);
  if (type === 'integer') sentences.push(`From ${field.minimum} to ${field.maximum}.`);
  return {
    type,
    description: sentences.join(' '),
    ...(values && { enum: values }),
    ...(items && { items: { type: 'string' } }),
  };
}
