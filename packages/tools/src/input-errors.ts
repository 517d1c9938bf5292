import type { InputField, InputSchema } from './tool.js';

/** What is wrong with an input, a sentence for each field. */
export function inputErrors(schema: InputSchema, input: unknown): string[] {
  if (typeof (input ?? {}) !== 'object' || Array.isArray(input)) return ['The input must be an object.'];
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const known = Object.keys(schema.properties);
  const takes = known.length > 0 ? `It takes ${known.join(', ')}.` : 'It takes none.';
  return [
    ...Object.keys(given)
      .filter((name) => !known.includes(name))
      .map((name) => `There is no field ${name}. ${takes}`),
    ...schema.required.filter((name) => given[name] === undefined).map((name) => `${name} is missing.`),
    ...Object.entries(schema.properties).flatMap(([name, field]) =>
      given[name] === undefined ? [] : (problemOf(field, given[name]) ?? []).map((what) => `${name} must be ${what}.`),
    ),
  ];
}

function problemOf(field: InputField, value: unknown): string[] {
  switch (field.type) {
    case 'string':
      if (typeof value !== 'string' || value === '') return ['a text'];
      return field.enum && !field.enum.includes(value) ? [`one of ${field.enum.join(', ')}`] : [];
    case 'boolean':
      return typeof value === 'boolean' ? [] : ['true or false'];
    case 'integer':
      return Number.isInteger(value) && Number(value) >= field.minimum && Number(value) <= field.maximum
        ? []
        : [`a whole number from ${field.minimum} to ${field.maximum}`];
    case 'array':
      return Array.isArray(value) && value.every((item) => typeof item === 'string') ? [] : ['a list of texts'];
  }
}
