import type { InputField, Tool } from './tool.js';

/**
 * The input of a tool as a JSON Schema that every client takes: an object of plain fields and no others. What some client or
 * model refuses (references, unions, formats, bounds) is not in it. The description of a field states its bounds.
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

export function inputSchemaOf({ input }: Tool): InputSchema {
  const required = Object.keys(input).filter((name) => input[name]?.isRequired);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(input).map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function schemaOf(field: InputField): FieldSchema {
  const { type, description } = field;
  switch (field.type) {
    case 'string':
      return { type, description, ...(field.enum && { enum: [...field.enum] }) };
    case 'integer':
      return { type, description: `${description} From ${field.minimum} to ${field.maximum}.` };
    case 'array':
      return { type, description, items: { ...field.items } };
    case 'boolean':
      return { type, description };
  }
}
